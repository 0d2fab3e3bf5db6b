import type { BuiltinPassage } from '@hanasu/models/builtin/score-sentences';
import type { Attachment } from './answer.ts';

/** Beyond the numbers of any knowledge, so that the marks of these passages are never citations. */
const FIRST_NUMBER = 900;
const MOST_PASSAGES = 40;
const LONGEST_PASSAGE = 800;

/** Documents that were sent with a question, for the built-in model, which reads passages and no prompt. */
export function documentPassages(attachments: readonly Attachment[] = []): BuiltinPassage[] {
  const pieces = attachments.flatMap((attachment) =>
    attachment.kind === 'document'
      ? piecesOf(attachment.text).map((text) => ({ title: attachment.name, text }))
      : [],
  );
  return pieces
    .slice(0, MOST_PASSAGES)
    .map(({ title, text }, index) => ({ number: FIRST_NUMBER + index, title, text, confidence: 1 }));
}

/** Whole paragraphs joined up to a length; a longer one is cut. */
function piecesOf(document: string): string[] {
  const pieces: string[] = [];
  for (const paragraph of document.slice(0, MOST_PASSAGES * LONGEST_PASSAGE).split(/\n{2,}/)) {
    for (let start = 0; start < paragraph.length; start += LONGEST_PASSAGE) {
      const text = paragraph
        .slice(start, start + LONGEST_PASSAGE)
        .toWellFormed()
        .trim();
      const last = pieces.at(-1) ?? '';
      if (text === '') continue;
      if (pieces.length > 0 && last.length + text.length < LONGEST_PASSAGE)
        pieces[pieces.length - 1] = `${last}\n${text}`;
      else pieces.push(text);
    }
  }
  return pieces;
}
