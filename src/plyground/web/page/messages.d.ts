// The messages of web/messages.py and live/events.py, as far as the page reads them.

export interface Option { name: string; type: string; default: boolean | number | string | null }
export interface OfferedGame { name: string; summary: string; sides: [string, string]; options: Option[] }
export interface OfferedPlayer { name: string; summary: string; options: Option[] }
export interface Level { name: string; player: string; summary: string }
export interface Offer {
  kind: "offer";
  games: OfferedGame[];
  players: OfferedPlayer[];
  levels: Level[];
  level: string;
}
export interface SeatState { side: string; player: string; is_person: boolean; left: number | null }
export interface PlayedMove { side: number; move: string }
export interface Cell {
  square: number;
  row: number;
  left: number;
  top: number;
  width: number;
  height: number;
  words: string;
}
export interface BoardPicture {
  svg: string;
  text: string;
  width: number;
  height: number;
  layout: string;
  cells: Cell[];
}
export interface MoveSquares { move: string; steps: number[][] }
export interface MoveMap { squares: MoveSquares[]; buttons: string[] }
export interface GameState {
  kind: "game-state";
  id: string;
  game: string;
  seats: [SeatState, SeatState];
  turn: number;
  elapsed: number;
  clock: string | null;
  moves: PlayedMove[];
  status: string;
  is_over: boolean;
  termination: string | null;
  winner: number | null;
  failure: string | null;
  can_undo: boolean;
  can_redo: boolean;
  board: BoardPicture;
  move_map: MoveMap | null;
}
export interface Verdict { outcome: string; plies: number | null }
export interface Line { moves: string[]; score: number | null; verdict: Verdict | null }
export interface Info {
  depth: number;
  nodes: number;
  seconds: number;
  nps: number | null;
  from_book: boolean;
  lines: Line[];
}
export interface Thinking { kind: "thinking"; side: number; info: Info }
export interface Compiling { kind: "compiling"; side: number; kernels: number; seconds: number }
export interface Refused { kind: "refused"; reason: string }
export type FromServer = Offer | GameState | Thinking | Compiling | Refused;
