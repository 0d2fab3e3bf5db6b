import { type CallThread, createCallThread } from '../../../platform/threads/call-thread.ts';
import type { ReceiptEdition, ReceiptFacts } from './receipt-facts.ts';

export type ReceiptTask =
  | { readonly kind: 'draw'; readonly facts: ReceiptFacts; readonly edition: ReceiptEdition }
  | { readonly kind: 'missing'; readonly texts: Readonly<Record<string, string>> };

/** Drawing a page takes a tenth of a second and fonts of 10 MB: it is done beside the server's own thread. */
export interface ReceiptThread {
  /** Returns the PDF. */
  draw(facts: ReceiptFacts, edition: ReceiptEdition): Promise<Uint8Array>;
  /** Characters of each text that can't be printed. */
  findMissing(texts: Readonly<Record<string, string>>): Promise<Record<string, string[]>>;
}

const WORKER = new URL('./receipt.worker.ts', import.meta.url);
const IDLE_MS = 60_000;

export function createReceiptThread(): ReceiptThread {
  const thread: CallThread<ReceiptTask, never> = createCallThread(WORKER, { idleMs: IDLE_MS });
  return {
    draw: (facts, edition) => thread.call({ kind: 'draw', facts, edition }),
    findMissing: (texts) => thread.call({ kind: 'missing', texts }),
  };
}
