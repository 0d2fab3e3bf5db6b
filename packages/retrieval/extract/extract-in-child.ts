import type { ChildProcess } from 'node:child_process';
import { type ExtractOutcome, failed } from './document.ts';
import type { ChildMessage, ExtractRequest, FileSource } from './messages.ts';
import { startChild } from './start-child.ts';
import { watchMemory } from './watch-memory.ts';

export interface ExtractLimits {
  /** Default 60,000. */
  readonly milliseconds: number;
  /** Physical memory of the reading process; default 512. */
  readonly memoryMb: number;
  /** UTF-16 units of text; default 20,000,000. */
  readonly textCharacters: number;
}

export type ExtractInChildInput = FileSource & ExtractInChildOptions;

export interface ExtractInChildOptions {
  readonly fileName: string;
  readonly limits?: Partial<ExtractLimits>;
  /** Ends the reading at once with `stopped`. */
  readonly signal?: AbortSignal;
  /** 0..1, never falling. */
  readonly onProgress?: (fraction: number) => void;
}

export type ExtractInChildOutcome = ExtractOutcome | { readonly kind: 'stopped' };

const DEFAULTS: ExtractLimits = { milliseconds: 60_000, memoryMb: 512, textCharacters: 20_000_000 };
const STDERR_KEPT = 4000;

/**
 * Reads a file in a process of its own with caps on time and memory. Whatever the file does, the outcome is one of
 * `ok`, `failed` and `stopped`, and the process is gone when the promise settles. Never throws for a file.
 */
export async function extractInChild(input: ExtractInChildInput): Promise<ExtractInChildOutcome> {
  if (input.signal?.aborted) return { kind: 'stopped' };
  const limits = { ...DEFAULTS, ...input.limits };
  const child = startChild(limits);
  const verdict = judge(child, input, limits);
  const request: ExtractRequest = {
    fileName: input.fileName,
    source: 'filePath' in input ? { filePath: input.filePath } : { bytes: input.bytes },
    textCharacters: limits.textCharacters,
  };
  // A failure to send shows as the child's end, which the verdict explains.
  child.send(request, () => {});
  return verdict;
}

/** Settles when the child has ended, with the first reason that was found for its end. */
function judge(
  child: ChildProcess,
  input: ExtractInChildOptions,
  limits: ExtractLimits,
): Promise<ExtractInChildOutcome> {
  return new Promise((resolve) => {
    let outcome: ExtractInChildOutcome | null = null;
    let stderr = '';
    const end = (found: ExtractInChildOutcome) => {
      outcome ??= found;
      child.kill('SIGKILL');
    };
    const stop = () => end({ kind: 'stopped' });
    const timer = setTimeout(() => end(failed('timed_out')), limits.milliseconds);
    const unwatch = watchMemory(child.pid ?? 0, limits.memoryMb, () => end(failed('out_of_memory')));
    const settle = (fallback: () => ExtractOutcome) => {
      clearTimeout(timer);
      unwatch();
      input.signal?.removeEventListener('abort', stop);
      resolve(outcome ?? fallback());
    };
    input.signal?.addEventListener('abort', stop, { once: true });
    child.stderr?.setEncoding('utf8').on('data', (part: string) => {
      stderr = (stderr + part).slice(-STDERR_KEPT);
    });
    child.on('message', (message: ChildMessage) => {
      if (outcome) return;
      if (message.kind === 'progress') input.onProgress?.(message.fraction);
      else end(message.outcome);
    });
    child.once('error', () => settle(() => failed('internal')));
    child.once('close', (code, signal) => settle(() => explainEnd(code, signal, stderr)));
  });
}

/** Why a child ended that did not say so itself. */
function explainEnd(code: number | null, signal: NodeJS.Signals | null, stderr: string): ExtractOutcome {
  if (/heap out of memory|allocation failed|out of memory/i.test(stderr)) return failed('out_of_memory');
  // The kernel's own killer, for want of memory, and its limit on CPU seconds.
  if (signal === 'SIGKILL' || code === 137) return failed('out_of_memory');
  if (signal === 'SIGXCPU' || code === 152) return failed('timed_out');
  if (/Cannot find module|ERR_MODULE_NOT_FOUND|bad option/.test(stderr)) return failed('internal');
  return failed('broken');
}
