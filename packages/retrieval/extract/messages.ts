import type { ExtractOutcome } from './document.ts';
import type { ExtractOptions } from './extract.ts';
import type { SoughtEncoding } from './fonts/find-old-text.ts';
import type { PagePicture } from './pdf/page-pictures.ts';
import type { QuestionRow } from './questions/questions.ts';

/** The file itself, or where it is on this machine's disk. */
export type FileSource = { readonly bytes: Uint8Array } | { readonly filePath: string };

/** What the child gets of it: the file itself, or that it is open at `INPUT_DESCRIPTOR`. */
export type ChildSource = { readonly bytes: Uint8Array } | { readonly isOpen: true };

export type Failed = Extract<ExtractOutcome, { kind: 'failed' }>;

/** What a child can be asked for, once, and how it answers. */
export interface ChildTasks {
  extract: {
    readonly ask: { readonly fileName: string; readonly options: ExtractOptions };
    readonly answer: ExtractOutcome;
  };
  pictures: {
    readonly ask: { readonly pages: readonly number[] };
    readonly answer: { readonly kind: 'ok'; readonly pictures: readonly PagePicture[] } | Failed;
  };
  questions: {
    readonly ask: { readonly fileName: string; readonly textCharacters: number };
    readonly answer: { readonly kind: 'ok'; readonly rows: readonly QuestionRow[] } | Failed;
  };
  rows: {
    readonly ask: RowsAsk;
    readonly answer: RowsAnswer | Failed;
  };
}

/** A table whose rows are sent as they are read, as lines of JSON: the row's number, then its cells as texts. */
export interface RowsAsk {
  readonly fileName: string;
  /** Of a table in text; absent: found by itself. */
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly limits: RowLimits;
}

export interface RowLimits {
  readonly rows: number;
  readonly columns: number;
  /** Of a cell; of a longer one there is one character more, so that it can be told. */
  readonly characters: number;
}

export interface RowsAnswer {
  readonly kind: 'ok';
  /** Null: a workbook. */
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly rows: number;
  /** The encoding of fonts from before Unicode that its texts were written for. */
  readonly oldFont: SoughtEncoding | null;
}

export type ChildTask = keyof ChildTasks;

/** What the parent sends. */
export type ChildRequest = {
  [Task in ChildTask]: {
    readonly task: Task;
    readonly source: ChildSource;
    readonly ask: ChildTasks[Task]['ask'];
  };
}[ChildTask];

export type ChildMessage =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'lines'; readonly lines: string }
  | { readonly kind: 'done'; readonly answer: ChildTasks[ChildTask]['answer'] };
