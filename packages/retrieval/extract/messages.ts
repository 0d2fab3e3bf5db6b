import type { ExtractOutcome } from './document.ts';
import type { ExtractOptions } from './extract.ts';
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
  | { readonly kind: 'done'; readonly answer: ChildTasks[ChildTask]['answer'] };
