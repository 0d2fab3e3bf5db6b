import { z } from 'zod';
import type { MediaOutcome } from '../../spec/channel.ts';
import type { TelegramCredentials } from '../credentials.ts';
import type { TelegramClient } from './telegram-client.ts';
import { judge, meaningOf } from './verdict.ts';

const File = z.object({ file_path: z.string().min(1) });

/** The vendor serves everything as bytes of no kind; the name it gave the file tells more. */
const KINDS: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
};

/** The bytes of a received file by the vendor's id of it; files of more than 20 MB are not given to bots. */
export async function fetchMedia(
  client: TelegramClient,
  { botToken }: TelegramCredentials,
  fileId: string,
): Promise<MediaOutcome> {
  const verdict = judge(await client.call({ botToken, method: 'getFile', params: { file_id: fileId } }));
  if (verdict.kind === 'refused') {
    const kind = meaningOf(verdict).reason === 'message_invalid' ? 'gone' : 'unreachable';
    return { kind, detail: verdict.detail };
  }
  if (verdict.kind !== 'done') return { kind: 'unreachable', detail: verdict.detail };
  const path = File.safeParse(verdict.result).data?.file_path;
  if (path === undefined) return { kind: 'gone', detail: 'the vendor gives no path for it' };
  const answer = await client.download(botToken, path);
  if (answer.kind === 'bytes') {
    const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
    return { kind: 'fetched', body: answer.body, contentType: KINDS[ending] ?? answer.contentType };
  }
  if (answer.kind !== 'answered') return { kind: 'unreachable', detail: answer.detail };
  const detail = `HTTP ${answer.status}`;
  return { kind: answer.status === 404 ? 'gone' : 'unreachable', detail };
}
