import opentype, { type Font } from 'opentype.js';
import { answerCalls } from '../../../platform/threads/answer-calls.ts';
import { drawReceipt, readReceiptFont } from './draw-receipt.ts';
import type { ReceiptTask } from './receipt-thread.ts';

let font: Promise<Font> | null = null;
const readFont = (): Promise<Font> =>
  (font ??= readReceiptFont('regular').then(({ buffer, byteOffset, byteLength }) =>
    opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength), { lowMemory: true }),
  ));

/** Characters that the font of receipts lacks, each once. */
async function findMissing(texts: Readonly<Record<string, string>>): Promise<Record<string, string[]>> {
  const known = await readFont();
  const isMissing = (character: string) => !/\s/u.test(character) && known.charToGlyphIndex(character) === 0;
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, [...new Set([...text].filter(isMissing))]]),
  );
}

answerCalls<ReceiptTask, Uint8Array | Record<string, string[]>>((task) =>
  task.kind === 'draw' ? drawReceipt(task.facts, task.edition) : findMissing(task.texts),
);
