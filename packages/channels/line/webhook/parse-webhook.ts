import { z } from 'zod';
import type { ParseOutcome } from '../../spec/channel.ts';
import { readEvent } from './read-event.ts';

const Envelope = z.object({ events: z.array(z.unknown()) });

/** Every event of a verified webhook body (UTF-8 JSON), each with its own sender; `now` dates events without a time. */
export function parseWebhook(rawBody: Buffer, now: number): ParseOutcome {
  let body: unknown;
  try {
    body = JSON.parse(rawBody.toString('utf8'), storable);
  } catch (error) {
    // Also the RangeError of JSON nested deeper than anything that reads it could follow.
    return { kind: 'malformed', detail: error instanceof Error ? error.message : 'not JSON' };
  }
  const envelope = Envelope.safeParse(body);
  if (!envelope.success) return { kind: 'malformed', detail: 'no list of events' };
  return { kind: 'events', events: envelope.data.events.map((event) => readEvent(event, now)) };
}

/** Neither a NUL nor half of a surrogate pair can be stored in PostgreSQL; JSON allows both. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value;
}
