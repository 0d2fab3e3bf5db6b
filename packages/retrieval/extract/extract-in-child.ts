import type { ChildProcess } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { type ExtractOutcome, failed } from './document.ts';
import type {
  ChildMessage,
  ChildRequest,
  ChildTask,
  ChildTasks,
  Failed,
  FileSource,
  RowsAsk,
} from './messages.ts';
import { startChild } from './start-child.ts';

export interface ExtractLimits extends ChildLimits {
  /** UTF-16 units of text; default 20,000,000. */
  readonly textCharacters: number;
}

interface ExtractInChildOptions extends Omit<ChildOptions, 'limits'> {
  readonly fileName: string;
  readonly limits?: Partial<ExtractLimits>;
  /** Only the article of a web page, without menus and the like; default false. */
  readonly mainContent?: boolean;
  /** Where a web page was found, to which its links are relative. */
  readonly url?: string | undefined;
  /** Text of PDF pages that were read from their pictures, by page number. */
  readonly pageTexts?: Readonly<Record<number, string>> | undefined;
}

type ExtractInChildInput = FileSource & ExtractInChildOptions;
type ExtractInChildOutcome = ExtractOutcome | { readonly kind: 'stopped' };

const TEXT_CHARACTERS = 20_000_000;

/**
 * Reads a file in a process of its own with caps on time and memory. Whatever the file does, the outcome is one of
 * `ok`, `failed` and `stopped`, and the process is gone when the promise settles. Never throws for a file.
 */
export async function extractInChild(input: ExtractInChildInput): Promise<ExtractInChildOutcome> {
  const { fileName, mainContent, pageTexts, url } = input;
  const textCharacters = input.limits?.textCharacters ?? TEXT_CHARACTERS;
  const source = 'filePath' in input ? { filePath: input.filePath } : { bytes: input.bytes };
  const options = { textCharacters, mainContent, pageTexts, url };
  return runInChild('extract', { source, ask: { fileName, options }, options: input });
}

type QuestionRowsOutcome = ChildTasks['questions']['answer'] | Stopped;

/**
 * Rows of a CSV, Excel, OpenDocument or JSON table whose head names a question and an answer, in English, Japanese or
 * Vietnamese, read in a process of its own. Fails as `wrong_type` when there are none. Never throws for a file.
 */
export async function readQuestionRows(
  bytes: Uint8Array,
  fileName: string,
  options: ChildOptions = {},
): Promise<QuestionRowsOutcome> {
  return runInChild('questions', {
    source: { bytes },
    ask: { fileName, textCharacters: TEXT_CHARACTERS },
    options,
  });
}

type RowsOutcome = ChildTasks['rows']['answer'] | Stopped;

/**
 * Rows of a table in text or of a workbook's first sheet, read in a process of its own and handed to `onLines` as they
 * come: each line is JSON, the row's number in the file and then its cells. Never throws for a file.
 */
export async function tableRows(
  input: FileSource & RowsAsk & ChildOptions & { readonly onLines: (lines: string) => void },
): Promise<RowsOutcome> {
  const { fileName, encoding, delimiter } = input;
  const source = 'filePath' in input ? { filePath: input.filePath } : { bytes: input.bytes };
  const limits = {
    rows: input.limits.rows,
    columns: input.limits.columns,
    characters: input.limits.characters,
  };
  return runInChild('rows', { source, ask: { fileName, encoding, delimiter, limits }, options: input });
}

type PagePicturesOutcome = ChildTasks['pictures']['answer'] | Stopped;

/**
 * The largest picture of each of these pages of a PDF as PNG, at most 2,000 pixels on its longer side, taken out in a
 * process of its own. Pages without a picture that can be decoded are left out. Never throws for a file.
 */
export async function pagePictures(
  input: FileSource & { readonly pages: readonly number[] } & ChildOptions,
): Promise<PagePicturesOutcome> {
  const source = 'filePath' in input ? { filePath: input.filePath } : { bytes: input.bytes };
  return runInChild('pictures', { source, ask: { pages: input.pages }, options: input });
}

const INTERVAL = 50;
const PAGE_BYTES = 4096;

/**
 * Calls back once when a process holds more than `memoryMb` of physical memory. Linux only (`/proc`), where it
 * needs no privilege; elsewhere the heap limit stands alone. Returns the function that ends the watch.
 */
function watchMemory(processId: number, memoryMb: number, onExceeded: () => void): () => void {
  if (process.platform !== 'linux') return () => {};
  let ended = false;
  const look = async () => {
    const pages = await readResidentPages(processId);
    if (ended) return;
    if (pages !== null && pages * PAGE_BYTES > memoryMb * 1024 * 1024) onExceeded();
    else timer = setTimeout(look, INTERVAL);
  };
  let timer = setTimeout(look, INTERVAL);
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** Second number of /proc/<pid>/statm (proc(5)); null when the process is gone. */
async function readResidentPages(processId: number): Promise<number | null> {
  try {
    return Number((await readFile(`/proc/${processId}/statm`, 'latin1')).split(' ')[1]);
  } catch {
    return null;
  }
}

interface ChildLimits {
  /** Default 60,000. */
  readonly milliseconds: number;
  /** Physical memory of the reading process; default 512. */
  readonly memoryMb: number;
}

interface ChildOptions {
  readonly limits?: Partial<ChildLimits> | undefined;
  /** Ends the reading at once with `stopped`. */
  readonly signal?: AbortSignal | undefined;
  /** 0..1, never falling. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
  readonly onLines?: (lines: string) => void;
}

interface Stopped {
  readonly kind: 'stopped';
}

const DEFAULTS: ChildLimits = { milliseconds: 60_000, memoryMb: 512 };
const STDERR_KEPT = 4000;

/**
 * Does one task with a file in a process of its own with caps on time and memory. Whatever the file does, there is an
 * answer, and the process is gone when the promise settles. Never throws for a file.
 */
async function runInChild<Task extends ChildTask>(
  task: Task,
  {
    source,
    ask,
    options,
  }: { readonly source: FileSource; readonly ask: ChildTasks[Task]['ask']; readonly options: ChildOptions },
): Promise<ChildTasks[Task]['answer'] | Failed | Stopped> {
  if (options.signal?.aborted) return { kind: 'stopped' };
  const limits = { ...DEFAULTS, ...options.limits };
  // Opened here: the child may open nothing.
  const file = 'filePath' in source ? await open(source.filePath).catch(() => null) : undefined;
  if (file === null) return failed('internal');
  try {
    const child = await startChild(limits, file?.fd);
    const verdict = judge<ChildTasks[Task]['answer']>(child, options, limits);
    const request = { task, ask, source: 'bytes' in source ? source : { isOpen: true } } as ChildRequest;
    // A failure to send shows as the child's end, which the verdict explains.
    child.send(request, () => {});
    return await verdict;
  } finally {
    await file?.close();
  }
}

/** Settles when the child has ended, with the first reason that was found for its end. */
function judge<Answer>(
  child: ChildProcess,
  options: ChildOptions,
  limits: ChildLimits,
): Promise<Answer | Failed | Stopped> {
  return new Promise((resolve) => {
    let outcome: Answer | Failed | Stopped | null = null;
    let stderr = '';
    const end = (found: Answer | Failed | Stopped) => {
      outcome ??= found;
      child.kill('SIGKILL');
    };
    const stop = () => end({ kind: 'stopped' });
    const timer = setTimeout(() => end(failed('timed_out')), limits.milliseconds);
    const unwatch = watchMemory(child.pid ?? 0, limits.memoryMb, () => end(failed('out_of_memory')));
    const settle = (fallback: () => Failed) => {
      clearTimeout(timer);
      unwatch();
      options.signal?.removeEventListener('abort', stop);
      resolve(outcome ?? fallback());
    };
    options.signal?.addEventListener('abort', stop, { once: true });
    // It may have come while the child was being started.
    if (options.signal?.aborted) stop();
    child.stderr?.setEncoding('utf8').on('data', (part: string) => {
      stderr = (stderr + part).slice(-STDERR_KEPT);
    });
    child.on('message', (message: ChildMessage) => {
      if (outcome) return;
      if (message.kind === 'progress') options.onProgress?.(message.fraction);
      else if (message.kind === 'lines') options.onLines?.(message.lines);
      // The child answers what it was asked.
      else end(message.answer as Answer);
    });
    child.once('error', () => settle(() => failed('internal')));
    child.once('close', (code, signal) => settle(() => explainEnd(code, signal, stderr)));
  });
}

/** Why a child ended that did not say so itself. */
function explainEnd(code: number | null, signal: NodeJS.Signals | null, stderr: string): Failed {
  if (/heap out of memory|allocation failed|out of memory/i.test(stderr)) return failed('out_of_memory');
  // The kernel's own killer, for want of memory, and its limit on CPU seconds.
  if (signal === 'SIGKILL' || code === 137) return failed('out_of_memory');
  if (signal === 'SIGXCPU' || code === 152) return failed('timed_out');
  if (/Cannot find module|ERR_MODULE_NOT_FOUND|bad option/.test(stderr)) return failed('internal');
  return failed('broken');
}
