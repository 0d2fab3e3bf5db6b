import type { ParseOutcome } from '../../spec/channel.ts';
import type { Account } from './read-message.ts';
import { readUpdate } from './read-update.ts';
import { readObject } from './verify-secret.ts';

/** A call tells of one update. */
export function parseWebhook(rawBody: Buffer, account: Account, now: number): ParseOutcome {
  const update = readObject(rawBody);
  if (update === null) return { kind: 'malformed', detail: 'no update' };
  return { kind: 'events', events: readUpdate(update, account, now) };
}
