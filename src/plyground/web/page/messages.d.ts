// Written by docs/make_types.py: the messages of the page and its server.

export interface Act {
  kind: "act";
  action: "undo" | "redo" | "resign" | "swap" | "stop";
}
export interface AskProof {
  kind: "ask-proof";
  game: string;
  moves: (string)[];
  start: string | null;
  below: (string)[];
  number: number;
  action: "solve" | "look" | "explain";
  solver: "dfpn" | "exact";
  weak: boolean;
  seconds: number;
}
export interface BoardPicture {
  svg: string;
  text: string;
  width: number;
  height: number;
  layout: string;
  cells: (Cell)[];
  words: (string)[];
}
export interface BoardState {
  game: string;
  start: string | null;
  moves: (PlayedMove)[];
  position: string;
  sides: [string, string];
  turn: number;
  status: string;
  is_over: boolean;
  board: BoardPicture;
  move_map: MoveMap | null;
}
export interface Bounds {
  least: "ongoing" | "win" | "loss" | "draw";
  most: "ongoing" | "win" | "loss" | "draw";
  no_win_within: number;
  no_loss_within: number;
  won_within: number | null;
  asked: Question | null;
}
export interface Cell {
  square: number;
  row: number;
  left: number;
  top: number;
  width: number;
  height: number;
  words: string;
}
export interface CellEditor {
  places: Record<string, number>;
  symbols: string;
}
export interface Certificate {
  kind: "certificate";
  number: number;
  verdict: Verdict;
  moves: number;
  positions: number;
  strategies: (Strategy)[];
}
export interface CheckPaths {
  kind: "check-paths";
  text: string;
}
export interface CheckPosition {
  kind: "check-position";
  number: number;
  game: string;
  text: string;
}
export interface CheckedPaths {
  kind: "checked-paths";
  text: string;
  game: string | null;
  summary: string;
  mistake: TextRemark | null;
  remarks: (TextRemark)[];
  board: BoardPicture | null;
}
export interface Compiling {
  kind: "compiling";
  side: number;
  kernels: number;
  seconds: number;
  expected: number | null;
}
export interface ExplainPosition {
  kind: "explain-position";
  number: number;
  game: string;
  moves: (string)[];
  start: string | null;
  evaluation: string;
}
export interface FindLines {
  kind: "find-lines";
  number: number;
  game: string;
  moves: (string)[];
  start: string | null;
  player: string;
  lines: number;
  seconds: number | null;
  threat: boolean;
}
export interface FindScores {
  kind: "find-scores";
  number: number;
  game: string;
  moves: (string)[];
  start: string | null;
  player: string;
  seconds: number;
}
export interface FindTournamentGames {
  kind: "find-tournament-games";
  name: string;
  player: string | null;
  opponent: string | null;
  wanted: "won" | "drawn" | "lost" | "failed" | null;
  start: number;
}
export interface FindVerdicts {
  kind: "find-verdicts";
  number: number;
  game: string;
  moves: (string)[];
  start: string | null;
}
export interface FoundLines {
  info: Info;
  balance: number;
}
export interface FoundScores {
  scores: (PlyScore)[];
  left: number;
}
export interface FoundVerdicts {
  moves: (MoveVerdict)[];
  nodes: number;
  seconds: number;
  is_done: boolean;
  note: string;
}
export interface GameReviewed {
  kind: "game-reviewed";
  number: number;
  coach: string;
  review: Review;
  is_done: boolean;
}
export interface GameState {
  kind: "game-state";
  id: string;
  game: string;
  start: string | null;
  seats: [SeatState, SeatState];
  turn: number;
  elapsed: number;
  clock: string | null;
  moves: (PlayedMove)[];
  status: string;
  is_over: boolean;
  termination: "normal" | "resigned" | "clock" | "illegal move" | "crashed" | "stalled" | "ply limit" | "adjudicated" | "interrupted" | null;
  winner: number | null;
  failure: string | null;
  can_undo: boolean;
  can_redo: boolean;
  board: BoardPicture;
  move_map: MoveMap | null;
  rules: string;
}
export interface GradedMove {
  ply: number;
  side: number;
  move: string;
  grade: "best" | "fine" | "mistake" | "blunder";
  loss: number;
  chance_before: number;
  chance_after: number;
  score: number | null;
  verdict: Verdict | null;
  best: Line;
}
export interface GrowTree {
  kind: "grow-tree";
  game: string;
  moves: (string)[];
  start: string | null;
  below: (string)[];
  search: string;
  number: number;
  simulations: number;
  rate: number;
}
export interface Info {
  kind: "info";
  depth: number;
  seldepth: number;
  nodes: number;
  seconds: number;
  cpu_seconds: number;
  nps: number | null;
  hashfull: number;
  from_book: boolean;
  lines: (Line)[];
}
export interface KnownMove {
  move: string;
  score: number | null;
  verdict: Verdict | null;
  depth: number;
  is_choice: boolean;
}
export interface LearningShown {
  kind: "learning-shown";
  name: string;
  error: string | null;
  title: string;
  share: number | null;
  is_running: boolean;
  sentences: (string)[];
  tables: (ReportTable)[];
  curves: (ReportCurves)[];
  weights: (ReportCurves)[];
  boards: (ReportPlot)[];
}
export interface Level {
  name: string;
  player: string;
  summary: string;
}
export interface Line {
  moves: (string)[];
  score: number | null;
  verdict: Verdict | null;
}
export interface LinesFound {
  kind: "lines-found";
  number: number;
  turn: number;
  found: FoundLines;
  is_done: boolean;
}
export interface ListedGame {
  number: number;
  first: string;
  second: string;
  result: "first" | "second" | "draw" | "unfinished";
  termination: "normal" | "resigned" | "clock" | "illegal move" | "crashed" | "stalled" | "ply limit" | "adjudicated" | "interrupted";
  plies: number;
}
export interface LoadGame {
  kind: "load-game";
  record: string;
  clock: string | null;
}
export interface Mark {
  move: string;
  text: string;
  manner: "good" | "bad" | "plain";
}
export interface MoveInfo {
  seconds: number;
  depth: number | null;
  nodes: number | null;
  score: number | null;
  verdict: Verdict | null;
  side: number | null;
}
export interface MoveMap {
  kind: "move-map";
  squares: (MoveSquares)[];
  buttons: (string)[];
  variants: (MoveVariant)[];
}
export interface MoveSquares {
  move: string;
  steps: ((number)[])[];
}
export interface MoveTried {
  kind: "move-tried";
  number: number;
  graded: GradedMove | null;
}
export interface MoveVariant {
  name: string;
  squares: (MoveSquares)[];
}
export interface MoveVerdict {
  move: string;
  verdict: Verdict | null;
}
export interface MovesRead {
  kind: "moves-read";
  number: number;
  moves: (string)[];
  mistake: string | null;
}
export interface NameNodes {
  kind: "name-nodes";
  recording: number;
  nodes: (number)[];
}
export interface NewGame {
  kind: "new-game";
  game: string;
  first: string;
  second: string;
  clock: string | null;
  moves: (string)[];
  start: string | null;
}
export interface NodesNamed {
  kind: "nodes-named";
  recording: number;
  nodes: (number)[];
  moves: (string)[];
  choices: (number)[];
}
export interface Offer {
  kind: "offer";
  server: string;
  games: (OfferedGame)[];
  players: (OfferedPlayer)[];
  levels: (Level)[];
  level: string;
  tournaments: (string)[];
  runs: (string)[];
}
export interface OfferedGame {
  name: string;
  summary: string;
  sides: [string, string];
  options: (OfferedOption)[];
}
export interface OfferedOption {
  name: string;
  type: string;
  default: boolean | number | number | string | null;
  help: string;
}
export interface OfferedPlayer {
  name: string;
  summary: string;
  options: (OfferedOption)[];
}
export interface OpenGame {
  kind: "open-game";
  id: string;
}
export interface OpenNode {
  kind: "open-node";
  recording: number;
  node: number;
}
export interface OpenTournamentGame {
  kind: "open-tournament-game";
  name: string;
  number: number;
}
export interface PauseTree {
  kind: "pause-tree";
  number: number;
}
export interface PlayMove {
  kind: "play-move";
  move: string;
  ply: number;
}
export interface PlayedMove {
  side: number;
  move: string;
}
export interface PlyScore {
  ply: number;
  turn: number;
  balance: number;
  score: number | null;
  verdict: Verdict | null;
  best: string | null;
}
export interface PositionChecked {
  kind: "position-checked";
  number: number;
  mistake: string | null;
  state: BoardState | null;
  cells: CellEditor | null;
}
export interface PositionExplained {
  kind: "position-explained";
  number: number;
  evaluations: (string)[];
  evaluation: string;
  terms: (Term)[];
  score: number | null;
  book: string | null;
  book_size: number;
  book_moves: (KnownMove)[];
}
export interface PositionShown {
  kind: "position-shown";
  name: string;
  state: BoardState;
}
export interface ProofMove {
  move: string;
  proof: number | null;
  disproof: number | null;
  nodes: number;
}
export interface ProofShown {
  kind: "proof-shown";
  number: number;
  below: (string)[];
  sides: [string, string];
  mover: number;
  turn: number;
  attacker: number | null;
  plies: number | null;
  nodes: number;
  seconds: number;
  hashfull: number;
  is_done: boolean;
  verdict: Verdict | null;
  best: string | null;
  known: Bounds;
  parents: (number)[];
  moves: (string)[];
  movers: (number)[];
  proofs: (number | null)[];
  disproofs: (number | null)[];
  spent: (number)[];
  line: (number)[];
  children: (ProofMove)[];
}
export interface ProofStep {
  kind: "proof-step";
  number: number;
  phase: "writing" | "checking" | "drawing";
  moves: number;
  share: number | null;
}
export interface Question {
  side: string;
  plies: number | null;
}
export interface ReadMoves {
  kind: "read-moves";
  number: number;
  game: string;
  moves: (string)[];
  start: string | null;
  text: string;
}
export interface ReadRecord {
  kind: "read-record";
  number: number;
  text: string;
}
export interface RecordRead {
  kind: "record-read";
  number: number;
  game: string;
  start: string | null;
  entries: ([number, string, string])[];
  players: [string, string];
  mistakes: (string)[];
}
export interface RecordSearch {
  kind: "record-search";
  name: string;
  game: string;
  moves: (string)[];
  start: string | null;
  players: (string)[];
}
export interface RecordWritten {
  kind: "record-written";
  number: number;
  text: string;
}
export interface Refused {
  kind: "refused";
  reason: string;
}
export interface ReportCurve {
  name: string;
  values: (number | null)[];
}
export interface ReportCurves {
  title: string;
  unit: "share" | "number";
  at: (number)[];
  curves: (ReportCurve)[];
}
export interface ReportPlot {
  title: string;
  svg: string;
  words: string;
  height: number;
}
export interface ReportTable {
  title: string;
  heads: (string)[];
  rows: ((string)[])[];
  note: string;
}
export interface Review {
  kind: "review";
  game: string;
  sides: [string, string];
  result: "first" | "second" | "draw" | "unfinished";
  turning_point: number | null;
  counts: [Record<string, number>, Record<string, number>];
  moves: (GradedMove)[];
}
export interface ReviewGame {
  kind: "review-game";
  number: number;
  game: string;
  moves: (string)[];
  start: string | null;
  coach: string | null;
}
export interface ScoresFound {
  kind: "scores-found";
  number: number;
  found: FoundScores;
  is_done: boolean;
}
export interface SearchRecorded {
  kind: "search-recorded";
  name: string;
  recording: number;
  pane: number;
  searches: number;
  opens: number | null;
  node: number;
  player: string;
  sides: [string, string];
  turn: number;
  nodes: number;
  depth: number;
  score: number;
  seconds: number;
  tree: TreeColumns;
}
export interface SeatPlayer {
  kind: "seat-player";
  side: number;
  player: string;
}
export interface SeatState {
  side: string;
  player: string;
  is_person: boolean;
  left: number | null;
}
export interface Serving {
  kind: "serving";
  url: string;
}
export interface ShowPosition {
  kind: "show-position";
  name: string;
  game: string;
  moves: (string)[];
  start: string | null;
  is_turned: boolean;
  marks: (Mark)[];
  marked_ply: number | null;
}
export interface StepBoards {
  kind: "step-boards";
  id: number;
  first: number;
  boards: (BoardPicture)[];
}
export interface StepThrough {
  kind: "step-through";
  id: number;
  game: string;
  moves: (string)[];
  start: string | null;
  search: string;
  amount: number | null;
}
export interface SteppedSearch {
  name: string;
  title: string;
  amount: string;
  most: number;
}
export interface SteppedSearches {
  kind: "stepped-searches";
  searches: (SteppedSearch)[];
}
export interface Steps {
  kind: "steps";
  id: number;
  sides: [string, string];
  trace: Trace;
}
export interface StopCoach {
  kind: "stop-coach";
  what: "review" | "trial";
}
export interface StopFinding {
  kind: "stop-finding";
  what: "lines" | "verdicts" | "scores";
}
export interface StopProof {
  kind: "stop-proof";
  number: number;
}
export interface StopSearch {
  kind: "stop-search";
  name: string;
}
export interface Strategy {
  side: number;
  wins: boolean;
  plies: number | null;
  mine: (boolean)[];
  first: (number)[];
  moves: (string)[];
  after: (number)[];
  longest: (number)[];
}
export interface Term {
  name: string;
  weight: number | null;
  feature: number | null;
  points: number | null;
  squares: (number)[];
}
export interface TextRemark {
  line: number;
  column: number;
  message: string;
}
export interface Thinking {
  kind: "thinking";
  side: number;
  info: Info;
}
export interface TournamentGame {
  kind: "tournament-game";
  number: number;
  round: number;
  first: string;
  second: string;
  opening_plies: number;
  moves: (string)[];
  position: string;
  result: "first" | "second" | "draw" | "unfinished";
  termination: "normal" | "resigned" | "clock" | "illegal move" | "crashed" | "stalled" | "ply limit" | "adjudicated" | "interrupted";
  reason: string | null;
  failed: number | null;
  infos: (MoveInfo)[];
  seed: number;
  versions: Record<string, string>;
  machine: string;
}
export interface TournamentGameShown {
  kind: "tournament-game-shown";
  name: string;
  game: TournamentGame;
}
export interface TournamentGames {
  kind: "tournament-games";
  name: string;
  start: number;
  total: number;
  games: (ListedGame)[];
}
export interface TournamentShown {
  kind: "tournament-shown";
  name: string;
  error: string | null;
  summary: string;
  game: string;
  players: (string)[];
  games: number;
  done: number;
  state: "running" | "over" | "stopped";
  progress: string;
  sentences: (string)[];
  warnings: (string)[];
  tables: (ReportTable)[];
  plots: (ReportPlot)[];
}
export interface Trace {
  search: string;
  amount: number;
  sources: (TraceSource)[];
  calls: (TraceCall)[];
  steps: (TraceStep)[];
  nodes: (TraceNode)[];
  result: string;
  is_whole: boolean;
}
export interface TraceCall {
  source: number;
  caller: number | null;
}
export interface TraceCut {
  step: number;
  why: string;
  moves: (string)[];
  spared: number | null;
}
export interface TraceNode {
  parent: number | null;
  move: string;
  mover: number;
  step: number;
  kind: string;
  windows: (TraceNote)[];
  values: (TraceNote)[];
  cut: TraceCut | null;
}
export interface TraceNote {
  step: number;
  text: string;
}
export interface TraceSource {
  function: string;
  first_line: number;
  lines: (string)[];
  variables: (string)[];
}
export interface TraceStep {
  call: number;
  line: number;
  node: number;
  says: string;
  is_return: boolean;
  changed: Record<string, string>;
}
export interface TreeColumns {
  parents: string;
  moves: string;
  plies: string;
  depths: string;
  alphas: string;
  betas: string;
  values: string;
  reasons: string;
  flags: string;
  below: string;
}
export interface TreeMove {
  move: string;
  visits: number;
  value: number | null;
  proof: "win" | "draw" | "loss" | null;
  bound: number | null;
}
export interface TreeShown {
  kind: "tree-shown";
  number: number;
  below: (string)[];
  sides: [string, string];
  turn: number;
  simulations: number;
  seconds: number;
  hashfull: number;
  is_done: boolean;
  value: number | null;
  proof: "win" | "draw" | "loss" | null;
  parents: (number)[];
  moves: (string)[];
  movers: (number)[];
  visits: (number)[];
  values: (number)[];
  proofs: ("win" | "draw" | "loss" | null)[];
  children: (TreeMove)[];
}
export interface TryMove {
  kind: "try-move";
  number: number;
  game: string;
  moves: (string)[];
  start: string | null;
  coach: string | null;
  move: string;
}
export interface Verdict {
  outcome: "win" | "loss" | "draw";
  plies: number | null;
}
export interface VerdictsFound {
  kind: "verdicts-found";
  number: number;
  found: FoundVerdicts;
}
export interface WatchLearning {
  kind: "watch-learning";
  name: string | null;
}
export interface WatchTournament {
  kind: "watch-tournament";
  name: string | null;
}
export interface WorkState {
  kind: "work-state";
  name: string;
  state: "idle" | "waiting" | "compiling" | "thinking";
  kernels: number;
  seconds: number;
  expected: number | null;
}
export interface WriteRecord {
  kind: "write-record";
  number: number;
  game: string;
  start: string | null;
  entries: ([number, string, string])[];
  players: [string, string];
}
export type FromServer =
  | Certificate
  | CheckedPaths
  | Compiling
  | GameReviewed
  | GameState
  | LearningShown
  | LinesFound
  | MoveTried
  | MovesRead
  | NodesNamed
  | Offer
  | PositionChecked
  | PositionExplained
  | PositionShown
  | ProofShown
  | ProofStep
  | RecordRead
  | RecordWritten
  | Refused
  | ScoresFound
  | SearchRecorded
  | Serving
  | StepBoards
  | SteppedSearches
  | Steps
  | Thinking
  | TournamentGameShown
  | TournamentGames
  | TournamentShown
  | TreeShown
  | VerdictsFound
  | WorkState;
export type FromPage =
  | Act
  | AskProof
  | CheckPaths
  | CheckPosition
  | ExplainPosition
  | FindLines
  | FindScores
  | FindTournamentGames
  | FindVerdicts
  | GrowTree
  | LoadGame
  | NameNodes
  | NewGame
  | OpenGame
  | OpenNode
  | OpenTournamentGame
  | PauseTree
  | PlayMove
  | ReadMoves
  | ReadRecord
  | RecordSearch
  | ReviewGame
  | SeatPlayer
  | ShowPosition
  | StepThrough
  | StopCoach
  | StopFinding
  | StopProof
  | StopSearch
  | TryMove
  | WatchLearning
  | WatchTournament
  | WriteRecord;
