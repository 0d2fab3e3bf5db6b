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
  /**
   * `questions`: every line `## …` is a question and what follows is its answer, whatever it looks like. Each pair is
   * a chunk; an answer that is too long is cut, with its question in the heading path. Otherwise: markdown or text.
   */
  readonly kind?: string;
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

/** The same numbers as in a base's settings; what is absent has their default. */
export interface SplitOptions {
  /** Model tokens, estimated; no chunk is longer. Fewer than 10 count as 10. */
  readonly chunkTokens?: number;
  /** Percent of `chunkTokens`, 0 to 50, that a chunk may repeat from the end of the one before it. */
  readonly overlapPercent?: number;
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
