import opentype from 'opentype.js';
import { answerCalls } from '../../../platform/threads/answer-calls.ts';
import { drawReceipt, readReceiptFont } from './draw-receipt.ts';
import type { ReceiptTask } from './receipt-thread.ts';

/** Characters that the font of receipts lacks, each once. */
async function findMissing(text: string): Promise<string[]> {
  const { buffer, byteOffset, byteLength } = await readReceiptFont('regular');
  const font = opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer, {
    lowMemory: true,
  });
  const isMissing = (character: string) => !/\s/u.test(character) && font.charToGlyphIndex(character) === 0;
  return [...new Set([...text].filter(isMissing))];
}

answerCalls<ReceiptTask, Uint8Array | string[]>((task) =>
  task.kind === 'draw' ? drawReceipt(task.facts, task.edition) : findMissing(task.text),
);
