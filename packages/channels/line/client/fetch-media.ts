import { z } from 'zod';
import type { MediaOutcome } from '../../spec/channel.ts';
import type { LineCredentials } from '../credentials.ts';
import type { AuthorisedClient } from './authorised-client.ts';
import { describeAnswer } from './describe-answer.ts';

const Transcoding = z.object({ status: z.string() });
const PREPARING_MS = 3_000;
const READY_MS = 500;

/** The bytes of a received message, as a stream. They are taken away after a time the vendor doesn't tell. */
export async function fetchMedia(
  client: AuthorisedClient,
  credentials: LineCredentials,
  vendorMessageId: string,
): Promise<MediaOutcome> {
  const path = `/v2/bot/message/${encodeURIComponent(vendorMessageId)}/content`;
  const answer = await client.download(credentials, { method: 'GET', host: 'data', path });
  if (answer.kind === 'bytes') {
    return { kind: 'fetched', body: answer.body, contentType: answer.contentType };
  }
  const detail = describeAnswer(answer);
  if (answer.kind !== 'answered') return { kind: 'unreachable', detail };
  if (answer.status === 202) return readPreparation(client, credentials, path);
  // 404: never there or expired; 410: its sender took it back.
  if (answer.status === 404 || answer.status === 410) return { kind: 'gone', detail };
  return { kind: 'unreachable', detail };
}

/** A video or recording is being prepared; whether it ever will be ready is told elsewhere. */
async function readPreparation(
  client: AuthorisedClient,
  credentials: LineCredentials,
  path: string,
): Promise<MediaOutcome> {
  const answer = await client.call(credentials, {
    method: 'GET',
    host: 'data',
    path: `${path}/transcoding`,
  });
  if (answer.kind !== 'answered') return { kind: 'pending', retryInMs: PREPARING_MS };
  if (answer.status === 404 || answer.status === 410) {
    return { kind: 'gone', detail: describeAnswer(answer) };
  }
  const status = Transcoding.safeParse(answer.body).data?.status;
  if (status === 'failed') return { kind: 'gone', detail: 'the vendor could not prepare it' };
  return { kind: 'pending', retryInMs: status === 'succeeded' ? READY_MS : PREPARING_MS };
}
