//! The subset of SQL in which predicates are written: text to tokens, tokens to nodes.

use std::collections::HashMap;

use super::{Comparison, Node, Operand, Predicates};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Name(String),
    Number(i64),
    Text(String),
    Sign(&'static str),
}

/// The definition of a macro: its parameters and the tokens of its body.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    parameters: Vec<String>,
    body: Vec<Token>,
}

/// Part of a predicate: a predicate itself, or a value to be compared. A lone column may be either.
#[derive(Clone, Debug)]
enum Part {
    Predicate(usize),
    Value(Operand),
}

/// Longer signs first.
const SIGNS: [&str; 12] = ["<>", "!=", "<=", ">=", "(", ")", ",", "=", "<", ">", ";", "-"];

pub(super) fn tokens(sql: &str) -> Result<Vec<Token>, String> {
    let mut found = Vec::new();
    let mut rest = sql.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if let Some(comment) = rest.strip_prefix("--") {
            2 + comment.find('\n').unwrap_or(comment.len())
        } else if first.is_ascii_alphabetic() || first == '_' {
            let is_part = |other: char| other.is_ascii_alphanumeric() || other == '_';
            let length = rest.find(|other| !is_part(other)).unwrap_or(rest.len());
            found.push(Token::Name(rest[..length].to_ascii_lowercase()));
            length
        } else if first.is_ascii_digit() {
            let is_digit = |other: char| other.is_ascii_digit();
            let length = rest.find(|other| !is_digit(other)).unwrap_or(rest.len());
            found.push(Token::Number(rest[..length].parse().map_err(|_| cannot_read(sql, rest))?));
            length
        } else if let Some(text) = rest.strip_prefix('\'') {
            let length = text.find('\'').ok_or_else(|| cannot_read(sql, rest))?;
            found.push(Token::Text(text[..length].to_owned()));
            length + 2
        } else {
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
            let sign = sign.ok_or_else(|| cannot_read(sql, rest))?;
            found.push(Token::Sign(sign));
            sign.len()
        };
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

/// The name and definition of a macro, from the statement that creates it.
pub(super) fn macro_of(sql: &str) -> Result<(String, Macro), String> {
    let tokens = tokens(sql)?;
    let is_name = |token: &Token, name: &str| *token == Token::Name(name.to_owned());
    let start = tokens.iter().position(|token| is_name(token, "macro"));
    let mut rest = tokens[start.map_or(tokens.len(), |start| start + 1)..].iter();
    let (Some(Token::Name(name)), Some(Token::Sign("("))) = (rest.next(), rest.next()) else {
        return Err(cannot_read(sql, sql));
    };
    let mut parameters = Vec::new();
    for token in rest.by_ref() {
        match token {
            Token::Name(parameter) => parameters.push(parameter.clone()),
            Token::Sign(",") => {}
            _ => break,
        }
    }
    if rest.next().is_none_or(|token| !is_name(token, "as")) {
        return Err(cannot_read(sql, sql));
    }
    let body = rest.filter(|token| **token != Token::Sign(";")).cloned().collect();
    Ok((name.clone(), Macro { parameters, body }))
}

pub(super) fn parse(sql: &str, into: &mut Predicates) -> Result<usize, String> {
    let tokens = tokens(sql)?;
    let mut parser = Parser { tokens: &tokens, at: 0, bound: HashMap::new(), into };
    let found = parser.any_of().and_then(|part| parser.predicate(part));
    match found {
        Some(node) if parser.at == tokens.len() => Ok(node),
        _ => Err(format!("cannot read the predicate `{sql}`")),
    }
}

fn cannot_read(sql: &str, rest: &str) -> String {
    format!("cannot read `{rest}` in the SQL `{sql}`")
}

/// A recursive-descent parser; `None` is an error.
struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    /// The arguments of the macro whose body is being read.
    bound: HashMap<String, Part>,
    into: &'a mut Predicates,
}

impl Parser<'_> {
    fn any_of(&mut self) -> Option<Part> {
        let mut found = self.all_of()?;
        while self.takes("or") {
            let other = self.all_of()?;
            let (one, other) = (self.predicate(found)?, self.predicate(other)?);
            found = Part::Predicate(self.into.node(Node::Or(one, other)));
        }
        Some(found)
    }

    fn all_of(&mut self) -> Option<Part> {
        let mut found = self.negation()?;
        while self.takes("and") {
            let other = self.negation()?;
            let (one, other) = (self.predicate(found)?, self.predicate(other)?);
            found = Part::Predicate(self.into.node(Node::And(one, other)));
        }
        Some(found)
    }

    fn negation(&mut self) -> Option<Part> {
        if !self.takes("not") {
            return self.comparison();
        }
        let negated = self.negation()?;
        let negated = self.predicate(negated)?;
        Some(Part::Predicate(self.into.node(Node::Not(negated))))
    }

    fn comparison(&mut self) -> Option<Part> {
        let mut found = self.value()?;
        loop {
            found = if let Some(comparison) = self.sign() {
                let other = self.value()?;
                self.compared(comparison, found, other)?
            } else if self.takes("is") {
                let is_not = self.takes("not");
                let asked = self.asked(found)?;
                self.negated_if(is_not, asked)
            } else if self.takes("in") {
                self.among(found)?
            } else if self.peek() == Some(&Token::Name("not".to_owned())) {
                self.at += 1;
                self.takes("in").then_some(())?;
                let among = self.among(found)?;
                self.negated_if(true, among)
            } else {
                return Some(found);
            };
        }
    }

    /// Parses what follows `is` or `is not`.
    fn asked(&mut self, of: Part) -> Option<Part> {
        let asked = match self.name()?.as_str() {
            "true" => Some(true),
            "false" => Some(false),
            "null" => None,
            "distinct" => {
                self.takes("from").then_some(())?;
                let other = self.value()?;
                return self.compared(Comparison::Distinct, of, other);
            }
            _ => return None,
        };
        let node = match (of, asked) {
            (Part::Value(value), None) => Node::IsNull(value),
            (of, asked) => Node::Is(self.predicate(of)?, asked),
        };
        Some(Part::Predicate(self.into.node(node)))
    }

    fn among(&mut self, of: Part) -> Option<Part> {
        let Part::Value(of) = of else { return None };
        self.takes_sign("(").then_some(())?;
        let mut values = Vec::new();
        loop {
            let Part::Value(value @ (Operand::Number(_) | Operand::Text(_))) = self.value()? else {
                return None;
            };
            values.push(value);
            if !self.takes_sign(",") {
                break;
            }
        }
        self.takes_sign(")").then_some(())?;
        Some(Part::Predicate(self.into.node(Node::Among(of, values))))
    }

    fn value(&mut self) -> Option<Part> {
        let token = self.tokens.get(self.at)?.clone();
        self.at += 1;
        let value = match token {
            Token::Number(number) => Operand::Number(number),
            Token::Text(text) => Operand::Text(text),
            Token::Sign("-") => match self.value()? {
                Part::Value(Operand::Number(number)) => Operand::Number(-number),
                _ => return None,
            },
            Token::Sign("(") => {
                let found = self.any_of()?;
                return self.takes_sign(")").then_some(found);
            }
            Token::Sign(_) => return None,
            Token::Name(name) => return self.named(name),
        };
        Some(Part::Value(value))
    }

    fn named(&mut self, name: String) -> Option<Part> {
        match name.as_str() {
            "true" | "false" => {
                let node = self.into.node(Node::Constant(name == "true"));
                return Some(Part::Predicate(node));
            }
            "case" => return self.case(),
            "and" | "or" | "not" | "is" | "in" | "when" | "then" | "else" | "end" | "null" => {
                return None;
            }
            _ => {}
        }
        if self.takes_sign("(") {
            let mut arguments = vec![self.any_of()?];
            while self.takes_sign(",") {
                arguments.push(self.any_of()?);
            }
            self.takes_sign(")").then_some(())?;
            return if name == "coalesce" {
                let last = arguments.pop()?;
                arguments.into_iter().rev().try_fold(last, |or, value| self.coalesced(value, or))
            } else {
                self.called(&name, arguments)
            };
        }
        if let Some(part) = self.bound.get(&name) {
            return Some(part.clone());
        }
        let defined = self.into.definitions.get(&name).map(|node| Part::Predicate(*node));
        Some(defined.unwrap_or(Part::Value(Operand::Column(name))))
    }

    fn called(&mut self, name: &str, arguments: Vec<Part>) -> Option<Part> {
        let Macro { parameters, body } = self.into.macros.get(name)?.clone();
        (parameters.len() == arguments.len()).then_some(())?;
        let bound = parameters.into_iter().zip(arguments).collect();
        let mut parser = Parser { tokens: &body, at: 0, bound, into: self.into };
        let found = parser.any_of()?;
        (parser.at == body.len()).then_some(found)
    }

    fn coalesced(&mut self, value: Part, or: Part) -> Option<Part> {
        match (value, or) {
            (Part::Value(value), Part::Value(or)) => {
                Some(Part::Value(Operand::Coalesced(Box::new(value), Box::new(or))))
            }
            (value, or) => {
                let (value, or) = (self.predicate(value)?, self.predicate(or)?);
                let is_null = self.into.node(Node::Is(value, None));
                Some(self.chosen(is_null, or, value))
            }
        }
    }

    fn case(&mut self) -> Option<Part> {
        let mut cases = Vec::new();
        while self.takes("when") {
            let when = self.any_of()?;
            let when = self.predicate(when)?;
            self.takes("then").then_some(())?;
            let then = self.any_of()?;
            let is_true = self.into.node(Node::Is(when, Some(true)));
            cases.push((is_true, self.predicate(then)?));
        }
        // Without `else` the result would be null, which no predicate needs.
        (!cases.is_empty() && self.takes("else")).then_some(())?;
        let otherwise = self.any_of()?;
        let otherwise = self.predicate(otherwise)?;
        self.takes("end").then_some(())?;
        let chosen = cases.into_iter().rev().fold(otherwise, |otherwise, (is_true, then)| {
            let Part::Predicate(node) = self.chosen(is_true, then, otherwise) else {
                return otherwise;
            };
            node
        });
        Some(Part::Predicate(chosen))
    }

    /// One predicate where a condition, which is never null, is true, and another where it is false.
    fn chosen(&mut self, is_true: usize, then: usize, otherwise: usize) -> Part {
        let is_false = self.into.node(Node::Not(is_true));
        let then = self.into.node(Node::And(is_true, then));
        let otherwise = self.into.node(Node::And(is_false, otherwise));
        Part::Predicate(self.into.node(Node::Or(then, otherwise)))
    }

    fn compared(&mut self, comparison: Comparison, one: Part, other: Part) -> Option<Part> {
        let (Part::Value(one), Part::Value(other)) = (one, other) else { return None };
        Some(Part::Predicate(self.into.node(Node::Compare(comparison, one, other))))
    }

    fn negated_if(&mut self, is_negated: bool, part: Part) -> Part {
        match part {
            Part::Predicate(node) if is_negated => Part::Predicate(self.into.node(Node::Not(node))),
            part => part,
        }
    }

    fn predicate(&mut self, part: Part) -> Option<usize> {
        match part {
            Part::Predicate(node) => Some(node),
            Part::Value(Operand::Column(name)) => Some(self.into.node(Node::Flag(name))),
            Part::Value(_) => None,
        }
    }

    fn sign(&mut self) -> Option<Comparison> {
        let Token::Sign(sign) = self.peek()? else { return None };
        let comparison = match *sign {
            "=" => Comparison::Equal,
            "<>" | "!=" => Comparison::Unequal,
            "<" => Comparison::Less,
            "<=" => Comparison::AtMost,
            ">" => Comparison::More,
            ">=" => Comparison::AtLeast,
            _ => return None,
        };
        self.at += 1;
        Some(comparison)
    }

    fn name(&mut self) -> Option<String> {
        let Token::Name(name) = self.peek()?.clone() else { return None };
        self.at += 1;
        Some(name)
    }

    fn takes(&mut self, word: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Name(name)) if name == word);
        self.at += usize::from(is_next);
        is_next
    }

    fn takes_sign(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Sign(next)) if *next == sign);
        self.at += usize::from(is_next);
        is_next
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }
}
