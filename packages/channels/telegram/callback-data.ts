import { CALLBACK_MARKS, type Callback } from './callback-payload.ts';
import { TELEGRAM_LIMITS } from './limits.ts';

/** Null: it is longer than a button can carry. */
export function writeCallback({ kind, value }: Callback): string | null {
  const data = `${CALLBACK_MARKS[kind]}${value}`;
  return Buffer.byteLength(data) <= TELEGRAM_LIMITS.callbackBytes ? data : null;
}
