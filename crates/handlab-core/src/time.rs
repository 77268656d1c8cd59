//! Printed local times to UTC.
