import type { VendorMessage } from '../../spec/channel.ts';
import { LINE_LIMITS } from '../limits.ts';
import { splitText } from './split-text.ts';

const { textLength, messagesPerSend } = LINE_LIMITS;

/** A message on its way; `text` is the same in words, null when there are none for it. */
export interface Draft {
  readonly message: VendorMessage;
  readonly text: string | null;
}

export const textDraft = (text: string): Draft => ({ message: { type: 'text', text }, text });

/** A person's own words as text messages, unchanged; what is longer than one send ends in `…`. */
export function plainDrafts(text: string): Draft[] {
  const words = text.toWellFormed().replaceAll(/\r\n?/g, '\n').trim();
  return words === '' ? [] : capped(splitText(words, textLength), messagesPerSend).map(textDraft);
}

export function capped(pieces: readonly string[], most: number): string[] {
  if (pieces.length <= most) return [...pieces];
  const kept = pieces.slice(0, most);
  return [...kept.slice(0, -1), shortened(kept.at(-1) ?? '', textLength)];
}

/** `text` with `…` behind it, within `limit`. */
export function shortened(text: string, limit: number): string {
  return `${splitText(text, limit - 1)[0] ?? ''}…`;
}

/**
 * What one send can hold: texts side by side become one, then what only looked better becomes text, then media become
 * links; what still doesn't fit is cut.
 */
export function packed(drafts: readonly Draft[]): Draft[] {
  const ways: ((draft: Draft) => Draft)[] = [
    (draft) => draft,
    (draft) => (draft.message.type === 'flex' ? inWords(draft) : draft),
    inWords,
  ];
  let best: Draft[] = [...drafts];
  for (const way of ways) {
    if (best.length <= messagesPerSend) return best;
    best = joined(drafts.map(way));
  }
  if (best.length <= messagesPerSend) return best;
  const kept = best.slice(0, messagesPerSend);
  const last = kept.at(-1);
  if (last?.message.type !== 'text' || last.text === null) return kept;
  return [...kept.slice(0, -1), textDraft(shortened(last.text, textLength))];
}

function inWords(draft: Draft): Draft {
  const fits = draft.text !== null && draft.text !== '' && draft.text.length <= textLength;
  return fits && draft.text !== null ? textDraft(draft.text) : draft;
}

function joined(drafts: readonly Draft[]): Draft[] {
  const result: Draft[] = [];
  for (const draft of drafts) {
    const before = result.at(-1);
    const both = `${before?.text}\n\n${draft.text}`;
    const areTexts = before?.message.type === 'text' && draft.message.type === 'text';
    if (areTexts && both.length <= textLength) result.splice(-1, 1, textDraft(both));
    else result.push(draft);
  }
  return result;
}
