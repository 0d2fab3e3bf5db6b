import { type CallThread, createCallThread } from '../../../platform/threads/call-thread.ts';
import type { ReceiptFacts } from './receipt-facts.ts';
import type { Edition } from './receipts.store.ts';

export type ReceiptTask =
  | { readonly kind: 'draw'; readonly facts: ReceiptFacts; readonly edition: Edition }
  | { readonly kind: 'missing'; readonly text: string };

/** Drawing a page takes a tenth of a second and fonts of 10 MB: it is done beside the server's own thread. */
export interface ReceiptThread {
  /** Returns the PDF. */
  draw(facts: ReceiptFacts, edition: Edition): Promise<Uint8Array>;
  /** Characters of a text that can't be printed. */
  findMissing(text: string): Promise<string[]>;
}

const WORKER = new URL('./receipt.worker.ts', import.meta.url);
const IDLE_MS = 60_000;

export function createReceiptThread(): ReceiptThread {
  const thread: CallThread<ReceiptTask, never> = createCallThread(WORKER, { idleMs: IDLE_MS });
  return {
    draw: (facts, edition) => thread.call({ kind: 'draw', facts, edition }),
    findMissing: (text) => thread.call({ kind: 'missing', text }),
  };
}
