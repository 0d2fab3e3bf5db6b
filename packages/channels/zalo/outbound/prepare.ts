import { z } from 'zod';
import type { SendRequest } from '../../spec/channel.ts';
import { readAccount } from '../client/connect.ts';
import { meaningOf } from '../client/refusals.ts';
import { judge, type Verdict } from '../client/verdict.ts';
import type { ZaloClient } from '../client/zalo-client.ts';
import type { ZaloCredentials } from '../credentials.ts';
import { ZALO_LIMITS } from '../limits.ts';
import { Preparation } from './messages.ts';
import { media } from './to-messages.ts';

type Ready =
  | { readonly kind: 'ready'; readonly message: Readonly<Record<string, unknown>> }
  /** Nothing was sent. */
  | { readonly kind: 'failed'; readonly verdict: Verdict };
type Read = SendRequest['readMedia'];

/** What has to be done before a message is the vendor's own: uploads, a picture's size, a picture to show. */
export async function prepare(
  client: ZaloClient,
  credentials: ZaloCredentials,
  stored: Readonly<Record<string, unknown>>,
  readMedia: Read,
): Promise<Ready> {
  const todo = Preparation.safeParse(stored).data ?? {};
  const { upload: _upload, gif: _gif, askDetails: _ask, otherwise: _otherwise, ...message } = stored;
  const words: Ready = { kind: 'ready', message: { text: todo.otherwise ?? '' } };
  if (todo.upload) return uploaded(client, credentials, todo.upload, words, readMedia);
  if (todo.gif) {
    const bytes = await readMedia?.(todo.gif.mediaId);
    const size = bytes ? gifSize(bytes) : null;
    return size ? { kind: 'ready', message: { attachment: media('gif', todo.gif.url, size) } } : words;
  }
  if (todo.askDetails) return detailsForm(client, credentials, todo.askDetails);
  return { kind: 'ready', message };
}

const Uploaded = z.object({ token: z.string().min(1) });

/** Uploads lapse after a week, so each try uploads anew. */
async function uploaded(
  client: ZaloClient,
  credentials: ZaloCredentials,
  { mediaId, name, contentType }: NonNullable<Preparation['upload']>,
  words: Ready,
  readMedia: Read,
): Promise<Ready> {
  const bytes = await readMedia?.(mediaId);
  if (!bytes || bytes.length > ZALO_LIMITS.uploadBytes) return words;
  const verdict = judge(
    await client({
      method: 'POST',
      path: '/v2.0/oa/upload/file',
      access: credentials,
      file: { name, contentType, bytes },
    }),
  );
  if (verdict.kind === 'done') {
    const token = Uploaded.safeParse(verdict.data).data?.token;
    if (token === undefined) return words;
    return { kind: 'ready', message: { attachment: { type: 'file', payload: { token } } } };
  }
  // Of a file that is not taken the person gets the link.
  if (
    verdict.kind === 'refused' &&
    meaningOf(verdict.code, verdict.sentence, 0).reason === 'message_invalid'
  ) {
    return words;
  }
  // An upload shows nothing to anybody: whatever became of it, the message itself has not been sent.
  return {
    kind: 'failed',
    verdict: verdict.kind === 'unclear' ? { kind: 'not-sent', detail: verdict.detail } : verdict,
  };
}

/** The form wants a picture: the account's own. */
async function detailsForm(
  client: ZaloClient,
  credentials: ZaloCredentials,
  { title, subtitle }: NonNullable<Preparation['askDetails']>,
): Promise<Ready> {
  const read = await readAccount(client, credentials);
  const picture = read.kind === 'account' ? read.account.avatar : null;
  const element = { title, subtitle, ...(picture?.startsWith('https:') ? { image_url: picture } : {}) };
  const payload = { template_type: 'request_user_info', elements: [element] };
  return { kind: 'ready', message: { attachment: { type: 'template', payload } } };
}

/** From the header of the file. */
export function gifSize(bytes: Buffer): { width: number; height: number } | null {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}
