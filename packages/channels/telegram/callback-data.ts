import { TELEGRAM_LIMITS } from './limits.ts';

/** What a tapped button brings back: words of the person, or something meant for us. */
const WORDS = 't:';
const POSTBACK = 'p:';

export type Callback = { readonly kind: 'words' | 'postback'; readonly value: string };

/** Null: it is longer than a button can carry. */
export function writeCallback({ kind, value }: Callback): string | null {
  const data = `${kind === 'words' ? WORDS : POSTBACK}${value}`;
  return Buffer.byteLength(data) <= TELEGRAM_LIMITS.callbackBytes ? data : null;
}

export function readCallback(data: string): Callback {
  if (data.startsWith(WORDS)) return { kind: 'words', value: data.slice(WORDS.length) };
  return { kind: 'postback', value: data.startsWith(POSTBACK) ? data.slice(POSTBACK.length) : data };
}
