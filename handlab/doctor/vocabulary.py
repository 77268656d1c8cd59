"""
The words that logs of poker sites use: all others are masked, since they may be names.

First names, nicknames and places are left out even where a site uses them as the name of a table.
A player may be called by one of these words: `masking` masks the names that it finds in their place
whatever they are.
"""

from __future__ import annotations

_TERMS = """
ako allin ante antes badacey badeucy badugi bb bet bets betting bigandsmallblind bigblind blind
blinds bombpot bounties bounty bringin btn buttonblind buyin buyins calls carddraw carddrawhigh
cardomaha cardomahahi cardrazz cardstud cashout checks chip chips collects courchevel deadblind
dealer deals dealt deck deepstack deuce deuces drawmaha fivecarddraw fixedlimit fixlimit flop flops
folding folds freeroll gamecode gameid gtd guar handid handno hilo holdem holecard jackpot
jackpotsng kicker knockout knockouts lhe lowball missedblind mtt muck mucked mucking mucks nlh nlhe
nolimit ofc omaha omaha5 omahahi omahahigh omahahilo omahahl pko player players pln plo plo5 plo8
pocketcard poker postflop posts pot potlimit pots predraw preflop prizepool raiser raises rake
rakeback raked rathole razz rebought rebuy rebuys redeal reentered reentries reentry reshuffle
reshuffled river runit runittwice runout sb seat seats sessioncode sevencardstud shortdeck
shortdeckholdem shortstack showdown singledraw sixplus sixplusholdem smallblind sng speedpoker
straddle straddled straddles stt stud studhi studhilo texaholdem texas texasholdem timebank
tournament tournaments tourney tourneys tripledraw uncalled uncapped utg winnings zonepoker
"""
_TERMS_IN_OTHER_LANGUAGES = """
abattage aposta apostou apostó apuesta asiento blinde bote botão botón bouton cartas ciega comisión
comissão croupier desiste desistiu devuelta distribuées donneur einsatz fictif gewinnt giocatore
giocatori höjer iguala igualada jetons jogador jogadores joueur joueurs juego jugador jugadores mesa
mise misé perdante perdeu perdió pote pott puntata recaudó relance remporté rilancia spelare spieler
synar tapis torneio torneo tournoi turnier voltou απεκόμισε παρτίδα ποντάρει ποντάρισμα πόνταρε
ταμπλό τουρνουά τραπέζι банк баттон безлимитный бет блайнд вскрытие грн дин игрок игроку карт карты
колл неуравненная олл пас раздача рейз ривер сбрасывает сбросил ставит ставка терн турнир фишек
фишки флоп фолд холдем чек
"""
_ENGLISH = """
a about ace aces act action actions active add added adding addon addons adds after again agree
agreed agrees all allowed already also am amount amt an and anonymous another any archive are as ask
at auto available average awarded away back bad bal balance bank be been before began begin being
best between big blank board boards bonus both bottom bring brings burn but button buy buys by cal
call called came can cancel canceled cancelled cannot cap capped card cards cash cashed cashes
cashier cent center cents chair chairs change changed changes chat check checked choose chooses chop
close closed club clubs code collect collected come community complete completed completes
completing congratulations connected connection copyright cost could count country creating currency
current currently cut daily data date day days dead deal dealing deep default defeated demand denied
denies deny description diamonds did didn didnt difference discard discarded discarding discards
disconnect disconnected disconnects display do does doesn doesnt don dont dot double doubles down
download draw drawing drawn draws dropped due duration each early earned eight eighth eights either
eliminate eliminated eliminates eliminating elimination em email empty end ended ending ends english
enter entered enters entrant entrants entries entry equity error even event exchange exchanged
exchanges exit exits extra face fact failed fails false fast fee fees field fifth file final finish
finished finishes first five fives fix fixed flash flush fold folded follows for format found four
fours fourth free from front full fun game games gametype gap general get gets give given gives goes
got grand guaranteed had half hand handed hands has have having head heads heart hearts held hello
here hero hi hidden high higher histories history hit hl hold holds hole home horse host hour hours
house hundred hunt hyper icon id if illegal in inactive index info information initial insurance
interrupted into invited ip is issue it item its jack jacks join joined joining joins just keeps
kind king kings knocked knocks know language last late later least leave leaves leaving left less
level levels limit limits line lines link list live load lobby local location log logged logs lose
loser loses losing lost low lower made main manual match max maximum may message messages middle
million min mini minimum minute minutes missed missing mixed mode money month more most moved moving
multi must my name named names need net network new next nickname nine nines ninth no nobody none
normal not note notes now null number numbers observer of off offer offered office ok old on once
one ones only open opened opening opens opted option options or order orders other others out over
overall own owner owns page paid pair pairs part partial participant participants pass passed passes
pat pay payment payments payout payouts pays penalty pending percent phase place placed places play
played playing plays please plus pocket point points pool position positions post posted posting pre
premium previous price printed private prize prizes probability process progress progressive public
put puts qualified queen queens quick quit quits quot rabbit raise raised raising rank ranked
ranking ranks re reached ready real receive received receives record refund refunded registered
registration regular release removed replay request requested requests required reserved respond
rest result results return returned returns reveal revealed right rights ring rit room round rounds
royal rule rules run runs said same satellite saw say says seated second seconds sees sent server
session set sets settings seven sevens seventh share shared short show showed showing shown shows
shuffle side sign single sit site sits sitting six sixes sixth size skip skipped small snap so
software soon sorry spade spades special speed spin splash split splits splitting spot stack stacks
stadium stage stake stakes stand standard standing stands start started starting starts starttime
state status step steps still stood stop stopped straight street streets style success sum summaries
summary super swap system table tablename tables tag taken takes target team ten tens text than that
the their them then there these they third thirteen this those thousand three threes through ticket
tickets tie tied ties till tilt time timed timeout timer times tiny tip tips title to today token
tokens too top total totals transfer triple triples trips true turbo turn turns twelve twice two
twos type under unknown until up us use used user username users uses utc value variant vehicle
version view void vs wait waited waiting waits was watch ways we week were what wheel when where
which while who whole whom wild will win winner winners winning wins with without won word words
would wrong xml year yes you your zone zoom
"""
_GAMES = """
beat blast bomb chinese crazy duplicate escape expresso fifty hybrid irish kansas korean mystery
pineapple rush strobe ultimate zap
"""
_SITES = """
1win 1winpoker 888 888poker 9stacks absolute acpc acr americas appeak bestpoker betclic betco
betcoin betfair betonline betrivers betsson bodog boss bovada bwin cake carbon cardroom cassava
cereus clubgg coin converted converter cpokers cubeia ddpoker dollaro donkhouse drivehud enet
entraction everest everestpoker everleaf export exported fpdb fulltilt fulltiltpoker gamedesire
gaming gg ggn ggnetwork ggpoker globalpoker hand2note holdemmanager holdemtools ignition igt
intertops ipoker juicy kingsclub lock mavens merge microgaming mit mpl mplpoker mpn natural8
nordicbet ongame openhandhistory pacific paradise partouche party partygaming partypoker phenom phh
pkr planets poker4 poker8 pokerbots pokerbros pokerchase pokergfx pokerking pokermaster pokermavens
pokernow pokerplanets pokerroom pokersnowie pokerstars pokerth pokertime pokertracker ppp pppoker
prima pt3 pt4 redstar revolution roundercasino runitonce sharkscope slumbot snowie spotpoker
stockpoker stockpokeronline suprema supremapoker swc texasholdem titan tribeca ultimatebet unibet
upoker uppoker victory vip williamhill winamax wpn wsop xpokermanager yatahay
"""
_FORMS = """
action_number actionid actionsno actiontxt addcash addon_cost addonstack address adjustement
aggressionfrequencypercent alias align americascardroom amp ante_amount ante_trimming_status anteamt
anteblind antepost antespost antetype apos array arrayofhandhistory ascii attribute attributes
author awardpoints background badbeat balanceafteraction bankroll besthandcards bet_cap bet_limit
bet_type betamount betamt betlimit betstrategytype betstructure big_bet big_blind big_blind_amount
bigblindamt bigblindplayernum blindbetstraddleamt blindlevel blinds_or_straddles blindsorstraddles
blindstate boardcard boardcards boardnum body bombpotamt bonus_amount bool boolean border
bounty_fee_amount bounty_value_amount bountyamount br bring_in bringinamt bringinplayernum broadcast
buttonplayernum buyin_amount capacity cardset cardsin cardsout cardsusedinhand cashgame
cashout_amount cashout_fee changeseat charset chipsin chipsout city class client communitycards
content contributed contributed_rake created_at createddatetimeutc csv cumulativewinningsamt
currency_code currencycode currencyid currencysymbol currencytype currentplayerregticketid
dateofhandutc datetime datetimeutc deadsb deadsmallblind dealer_seat dealerbuttonposition dealerseat
dealin dealingcard dealingdowncard dealingflop dealinghand dealingholecard dealingpocketcard
dealingriver dealingstreet dealingturn dealtin div doctype doubleboard dsb eliminationrank enabled
encoding end_date_utc endbalance endstackamt endtime epoch events eventtitle eventtype exposed
fee_amount fileid finish_position finishing_stacks finishposition fivecardpotlimitomaha flags float
flopdrawblinds font fromchipstacktoplayer game_id game_number game_type gameclass gamecount
gamedescription gamekind gamename gamenumber gameplay gametypeid gamevariant generatedat gt hand_id
handaction handactiontype handdescription handext handhistory handindex handinfo handinfocommon
handnum handnumber handslabels handsummary handtype handversion header height hero_player_id
hero_player_name heroid heroname hhversion highlimitamt holecards html http https img importtime
increases initial_stack initialbalance int integer integration internal internal_version ipoints
is_allin isallin isantetable isfinal isknockout islevel iso iso8601 issb issittingout istournament
json key keys knockoutvalue large lasthandstarttime latesthandstarttime leftpot longname loss
lowhandwin lowlimitamt lt mainpot matchstate maxplayers maxseats meta min_bet moneytype
multigametype multiplier nbsp netwin network_name newplayer node nolimitholdem num numboards
numcardsdrawn numholecards numplayers numplayersseated numseats object ohh oldesthandstarttime ots
payload pfr player_bounty player_count player_id player_name player_wins playeraction playerbalances
playerbesthand playercardsdealt playercardsexposed playerevent playerhand playerid playername
playernet playernum playerscount playerseat pocketcards pokerformat potamount potid potlimitomaha
potnumber potsize pottransitions pottype potupdate powered preflopraisepercent prize_pool
prizepoolvalue rabbithunting rakeid rakes rca realmoney rebuy_cost rebuyin rebuystack reconnected
recordingoffsetstart region rightpot rivercard root round_time roundno runitnumtimes runnumber score
screenname seatid seatno seatnum seatnumber seatspertable seattype seed seq sequence servername
sessionid sevendeucebounty showdownsummary site_name sitin sitout sittingout skippreflop sko
small_bet small_blind small_blind_amount smallblindamt smallblindplayernum softwareversion span spec
spec_version src stackid standup start_date_utc startdate startdatetimeutc started_at startedat
starting_stack starting_stacks startingstack startstackamt statuscode statuspoints still_playing
straddleseat string studlimits suite sweep table_id table_name table_size tablecardsdealt tablecount
tablecurrency tableid tableintegrationid tablesize tabletourneyid tabletype tax td thirdblindamt
thirdblindplayernum ticket_value time_zone timestamp timezone toml tools totalbet totalbuyin
totalplayers totalpot totalprizepool totalrake totalwin tournament_bounties
tournament_finishes_and_winnings tournament_id tournament_info tournament_name tournament_number
tournament_rebuys tournament_rounds tournamentbuyin tournamentcode tournamentcurrency tournamentid
tournamentname tournamenttable tourneycode tourneyid tr transactionids transfers turncard turntime
uncalled_bet unicodealias unicodetablename unicodetabletype url utf values variants venue vpip
vpippercent wenttoshowdownpercent width win_amount wincard wincards windows winningpokernetwork
winpercentage wins_side_pot wintype www xmlns createdat infos msg
baseline_winnings bot_hole_cards client_pos hole_cards old_action session_baseline_total
session_num_hands session_total token won_pot
"""
_TIME = """
adt aedt aest apr april art ast aug august brt bst cdt cest cet cst ct d dec december edt eest eet
est et feb february fri friday gmt gmtoffset h ist jan january jst jul july jun june m mar march mdt
mon monday msk mst mt nov november nzst nzt oct october pdt pm pst pt s sat saturday sep sept
september sun sunday t thu thursday tue tuesday wed wednesday west wet z zulu
"""
_MONEY = """
amd ars aud azn bbs bgn brl btc cad chf cny coins czk diamond din dkk dollar dollars eth eur euro
euros fpp fpps ft gbp gc gold hkd huf ils inr jpy krw lei mbtc mxn nok nzd pen php pound pounds
practice rmb ron rsd rub sc sek sgd starscoin starscoins thb tl tm try uah ubtc usd usdc usdt wbc
xgc xsd
"""
_CARDS_AND_SEATS = """
ac ad ah bu c co ep fl fr ft ha hh hj hr hu ii iii iv ix jc jd jh js kc kd kh ks lj lp ml mp mp1 mp2
nl pl qc qd qh qs sh st tb tc th ts utg1 utg2 vi vii viii x xi xx
"""
_OTHER_LANGUAGES = """
argent aumenta avant bord cache caché cachée classement coloca commencé commission comunitarias
couché descarta descartó dotation erhöht escondeu fermées fichas fini gagne gagné gana ganhou ganó
gebot geht grande grosse historique insats inscription karten lascia lleva lors lugar mains mano met
montre montré mostra mostrar mostrou muestra mão niveau não nível paga para pari parole partie pasa
passa passar passe passt pequeña personne petite piatto plats pone posto pour principal rang recebe
recebeu repartidas resumen retira retiró retournés rivière setzt sitz siège sube suit suivi sumário
synthèse tableau tavolo terminé tisch tournant vede έδειξε έκανε έχασε από βάζει δείχνει δευτερεύον
είναι επίπεδο επιμέρους επιστράφηκε θέση κέρδισε κεντρικό κρυφά κύριο μάζεψε μοίρασε πριν στο
συνολικό σύνοψη το φύλλα χέρι большой борд возвращается выиграл делает доля закрытые ин итог лв
малый месте место общий открывает открыл показывает получил проиграл рука руку собрал стол
"""

POKER_TERMS = frozenset(f"{_TERMS}{_TERMS_IN_OTHER_LANGUAGES}".split())
"""Lower-case words that are rare in other texts; any word that contains `poker` counts as well."""
POKER_WORDS = POKER_TERMS.union(
    f"{_ENGLISH}{_GAMES}{_SITES}{_FORMS}{_TIME}{_MONEY}{_CARDS_AND_SEATS}{_OTHER_LANGUAGES}".split()
)
"""Lower-case words that are not masked."""
