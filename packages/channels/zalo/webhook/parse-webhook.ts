import type { ParseOutcome } from '../../spec/channel.ts';
import { readJson } from '../client/read-json.ts';
import { readEvents } from './read-event.ts';

/** A verified body holds one event; `{}`, which the console sends to check the address, holds none. */
export function parseWebhook(rawBody: Buffer, now: number): ParseOutcome {
  let body: unknown;
  try {
    body = readJson(rawBody.toString('utf8'));
  } catch (error) {
    // Also the RangeError of JSON nested deeper than anything that reads it could follow.
    return { kind: 'malformed', detail: error instanceof Error ? error.message : 'not JSON' };
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { kind: 'malformed', detail: 'no event' };
  }
  return { kind: 'events', events: readEvents(body, now) };
}
