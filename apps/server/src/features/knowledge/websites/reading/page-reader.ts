import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startReader } from '@hanasu/retrieval/extract/start-child';
import type { PageAnswer, PageReading, PageTask } from './page-child.ts';

export interface PageReader {
  readonly readPage: ReadPage;
  close(): Promise<void>;
}

interface PageReaderOptions {
  /** Default 20,000; a page that takes longer is given up. */
  readonly milliseconds?: number;
  /** For tests: another program that answers `PageTask`s. */
  readonly entry?: string;
}

const ENTRY = fileURLToPath(new URL('./page-child.ts', import.meta.url));
const TIMEOUT_MS = 20_000;
const HEAP_MB = 384;

/**
 * Reads pages one after the other in a process of its own, without environment, without the right to write, with caps
 * on time and memory. A page that ends the process costs only itself: the next one starts another.
 */
export function createPageReader({
  milliseconds = TIMEOUT_MS,
  entry = ENTRY,
}: PageReaderOptions = {}): PageReader {
  let child: ChildProcess | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let id = 0;

  async function start(): Promise<ChildProcess> {
    const started = await startReader({ entry, heapMb: HEAP_MB });
    // Its words are about a stranger's page.
    started.stderr?.resume();
    started.once('exit', () => {
      if (child === started) child = null;
    });
    child = started;
    return started;
  }

  async function ask(task: PageTask): Promise<PageReading | null> {
    const reader = child ?? (await start());
    return new Promise((resolve) => {
      const settle = (reading: PageReading | null) => {
        clearTimeout(timer);
        reader.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
        resolve(reading);
      };
      const onMessage = (answer: PageAnswer) => {
        if (answer.id === task.id) settle(answer.reading);
      };
      const onEnd = () => {
        if (child === reader) child = null;
        settle(null);
      };
      const timer = setTimeout(() => {
        reader.kill('SIGKILL');
        onEnd();
      }, milliseconds);
      reader.on('message', onMessage).once('exit', onEnd).once('error', onEnd);
      // A failure to send shows as the child's end.
      reader.send(task, () => undefined);
    });
  }

  return {
    readPage(page) {
      id += 1;
      const task = { ...page, id };
      const reading = last.then(() => ask(task));
      last = reading;
      return reading;
    },
    async close() {
      await last;
      const reader = child;
      if (!reader) return;
      const ended = new Promise((resolve) => reader.once('exit', resolve));
      reader.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * Reads the HTML of strangers, outside of the server's own process. Null: it could not be read, whatever the reason;
 * never rejects for a page. `charset` is what the server said.
 */
export type ReadPage = (page: {
  readonly bytes: Uint8Array;
  readonly url: string;
  readonly charset: string | null;
}) => Promise<PageReading | null>;
