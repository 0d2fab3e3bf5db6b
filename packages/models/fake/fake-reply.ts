import type { FakeTurn } from './fake-vendor.ts';

const LONGEST_QUOTE = 200;
const PIECE = 12;

/** The first passage of the prompt: `<passage …>text</passage>`, or the lines after `[1] title`. */
function firstPassage(prompt: string): string | null {
  const tagged = /<passage\b[^>]*>([\s\S]*?)<\/passage>/.exec(prompt)?.[1];
  const numbered =
    /^\[1\][^\n]*\n([^\n]+(?:\n[^\n[]+)*)/m.exec(prompt)?.[1] ?? /^\[1\]\s*(.+)$/m.exec(prompt)?.[1];
  const text = (tagged ?? numbered)?.replace(/\s+/g, ' ').trim();
  return text ? text : null;
}

/** A reply that a test can check: quotes the first passage and cites it, or else repeats the question. */
export function writeReply(turns: readonly FakeTurn[], results: readonly string[] = [], images = 0): string {
  const last = results.at(-1);
  if (last !== undefined) return `The tool said: ${last.slice(0, LONGEST_QUOTE)}`;
  if (images > 0) return `You sent ${images} picture${images > 1 ? 's' : ''}.`;
  const passage = firstPassage(turns.map(({ text }) => text).join('\n'));
  if (passage) return `${passage.slice(0, LONGEST_QUOTE)} [1]`;
  const question = turns.findLast(({ role }) => role === 'user')?.text ?? '';
  return `You asked: "${question.slice(0, LONGEST_QUOTE)}"`;
}

/** Cuts a reply into the pieces that are streamed, between code points. */
export function cutIntoPieces(reply: string): string[] {
  const characters = [...reply];
  const pieces: string[] = [];
  for (let start = 0; start < characters.length; start += PIECE) {
    pieces.push(characters.slice(start, start + PIECE).join(''));
  }
  return pieces;
}
