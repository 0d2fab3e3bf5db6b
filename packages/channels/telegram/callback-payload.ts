import { TELEGRAM_LIMITS } from './limits.ts';

/** What a tapped button brings back: words of the person, or something meant for us. */
type Callback = { readonly kind: 'words' | 'postback'; readonly value: string };

const CALLBACK_MARKS = { words: 't:', postback: 'p:' } as const satisfies Record<Callback['kind'], string>;

export function readCallback(data: string): Callback {
  const { words, postback } = CALLBACK_MARKS;
  if (data.startsWith(words)) return { kind: 'words', value: data.slice(words.length) };
  return { kind: 'postback', value: data.startsWith(postback) ? data.slice(postback.length) : data };
}

/** Words that were said by a tap: with what names the button where both fit. */
export const writeSaid = (text: string, tapData: string | undefined): string | null =>
  (tapData === undefined ? null : writeCallback({ kind: 'postback', value: tapData })) ??
  writeCallback({ kind: 'words', value: text });

/** Null: it is longer than a button can carry. */
export function writeCallback({ kind, value }: Callback): string | null {
  const data = `${CALLBACK_MARKS[kind]}${value}`;
  return Buffer.byteLength(data) <= TELEGRAM_LIMITS.callbackBytes ? data : null;
}
