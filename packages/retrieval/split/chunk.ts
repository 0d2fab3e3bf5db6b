/** A page of the source: `start`..`end` are UTF-16 offsets into the document's text, end exclusive. */
export interface PageSpan {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

export interface SplitInput {
  readonly text: string;
  readonly pages: readonly PageSpan[] | null;
  readonly title: string | null;
}

/** A passage: `text` is exactly `document.text.slice(start, end)`. Neighbours may overlap. */
export interface Chunk {
  /** 0-based order in the document. */
  readonly position: number;
  /** Titles from the outermost heading to the nearest; the document's own title is not repeated in it. */
  readonly headingPath: string[];
  /** Page on which the chunk starts, or null when the source has no pages. */
  readonly page: number | null;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Sizes are weighted characters: 1 each, 2.2 for Chinese, Japanese and Korean ones. */
export interface SplitOptions {
  /** No chunk weighs more. */
  readonly maximum?: number;
  /** Share of `maximum` that a chunk may repeat from the end of the one before it. */
  readonly overlap?: number;
}

/** Half-open range of UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Preference for a cut before a piece: the higher, the better the place. `stuck` keeps it with what is above. */
export const CUT = { stuck: -1, hard: 0, clause: 1, line: 2, sentence: 3, block: 4 } as const;
export type Cut = (typeof CUT)[keyof typeof CUT];

/** The smallest piece the packer moves; starts and ends on a character that is not white space. */
export interface Atom extends Span {
  readonly weight: number;
  readonly cut: Cut;
  /** May be repeated at the head of the next chunk: prose and list items, not code or table rows. */
  readonly repeatable: boolean;
}
