/** Caps that hold inside the reading process; its time and memory are capped from outside. */
export interface ReadLimits {
  /** UTF-16 units of text. */
  readonly textCharacters: number;
}

/** 0..1 of a reading; called as often as there is something to tell. */
export type OnProgress = (fraction: number) => void;

/** Cells of all sheets or tables of one file. */
export const CELLS_MAX = 10_000_000;
