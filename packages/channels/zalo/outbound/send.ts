import { z } from 'zod';
import type { SendOutcome, SendRequest, SentCheck, VendorMessage } from '../../spec/sending.ts';
import { readAccount } from '../client/connect.ts';
import { judge, meaningOf, type Verdict, type ZaloClient } from '../client/zalo-client.ts';
import type { ZaloCredentials } from '../credentials.ts';
import { ZALO_LIMITS } from '../limits.ts';
import { readThread, type Thread } from '../thread.ts';
import { Preparation } from './messages.ts';
import { media } from './to-messages.ts';

/**
 * Sends one message by one call, never repeated: the vendor knows no retry key. Where it refuses a form (and so has
 * sent nothing), the words that stand for it are sent instead.
 */
export async function send(
  client: ZaloClient,
  credentials: ZaloCredentials,
  { request: { to, messages, how, readMedia }, now }: { readonly request: SendRequest; readonly now: number },
): Promise<SendOutcome> {
  if (how.method === 'reply') return { kind: 'reply-token-invalid', detail: 'there are no reply tokens' };
  const [message, ...more] = messages;
  if (message === undefined || more.length > 0) {
    return rejected('message_invalid', 'one message is sent at a time');
  }
  const thread = readThread(to);
  if (thread.kind === 'anonymous' && thread.conversationId === null) {
    return rejected('recipient_unknown', 'a visitor can be answered in a conversation only');
  }
  const ready = await prepare(client, credentials, { stored: message, readMedia });
  if (ready.kind === 'failed') return outcomeOf(ready.verdict, now);
  const verdict = await post(client, credentials, { thread, message: ready.message });
  const { otherwise } = Preparation.safeParse(message).data ?? {};
  if (otherwise !== undefined && isFormRefused(verdict, now)) {
    return outcomeOf(await post(client, credentials, { thread, message: { text: otherwise } }), now);
  }
  return outcomeOf(verdict, now);
}

async function post(
  client: ZaloClient,
  access: ZaloCredentials,
  { thread, message }: { readonly thread: Thread; readonly message: Readonly<Record<string, unknown>> },
): Promise<Verdict> {
  const { path, recipient } = addressOf(thread);
  const said = thread.kind === 'group' ? withoutMentions(message) : message;
  const verdict = judge(await client({ method: 'POST', path, access, json: { recipient, message: said } }));
  if (verdict.kind !== 'refused' || verdict.code !== SEND_FAILED) return verdict;
  return { kind: 'unclear', detail: verdict.detail };
}

/** "Send message failed": the vendor does not say whether the message was delivered. */
const SEND_FAILED = -200;

function addressOf(thread: Thread): { path: string; recipient: Record<string, string> } {
  switch (thread.kind) {
    case 'person':
      return { path: '/v3.0/oa/message/cs', recipient: { user_id: thread.userId } };
    case 'group':
      return { path: '/v3.0/oa/group/message', recipient: { group_id: thread.groupId } };
    case 'anonymous':
      return {
        path: '/v2.0/oa/message',
        recipient: { anonymous_id: thread.anonymousId, conversation_id: thread.conversationId ?? '' },
      };
    default:
      return thread satisfies never;
  }
}

/** In groups the vendor reads `[@id]` in a text as a call for that person, or for all: not for words of others. */
function withoutMentions(message: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (typeof message.text !== 'string') return { ...message };
  const text = message.text.replaceAll(/\[@([^\]\s]*)\]/g, '$1').trim();
  return { ...message, text: text === '' ? '…' : text };
}

function isFormRefused(verdict: Verdict, now: number): boolean {
  if (verdict.kind !== 'refused') return false;
  return meaningOf(verdict.code, verdict.sentence, now).reason === 'message_invalid';
}

const Sent = z.object({ message_id: z.union([z.string(), z.number()]).transform(String) });

function outcomeOf(verdict: Verdict, now: number): SendOutcome {
  switch (verdict.kind) {
    case 'done': {
      const id = Sent.safeParse(verdict.data).data?.message_id;
      // Each message that was sent has one.
      if (id === undefined) return { kind: 'unknown', detail: 'the answer holds no message id' };
      return { kind: 'sent', vendorMessageIds: [id], requestId: null };
    }
    case 'not-sent':
      return { kind: 'rejected', reason: 'vendor_error', retryable: true, ...bare(verdict.detail) };
    case 'unclear':
      return { kind: 'unknown', detail: verdict.detail };
    case 'refused':
      return {
        kind: 'rejected',
        ...meaningOf(verdict.code, verdict.sentence, now),
        ...bare(verdict.detail),
      };
    default:
      return verdict satisfies never;
  }
}

const bare = (detail: string) => ({ detail, requestId: null });

const rejected = (reason: 'message_invalid' | 'recipient_unknown', detail: string): SendOutcome => ({
  kind: 'rejected',
  reason,
  retryable: false,
  ...bare(detail),
});

type Ready =
  | { readonly kind: 'ready'; readonly message: Readonly<Record<string, unknown>> }
  /** Nothing was sent. */
  | { readonly kind: 'failed'; readonly verdict: Verdict };
type Read = SendRequest['readMedia'];

/** What has to be done before a message is the vendor's own: uploads, a picture's size, a picture to show. */
async function prepare(
  client: ZaloClient,
  credentials: ZaloCredentials,
  { stored, readMedia }: { readonly stored: Readonly<Record<string, unknown>>; readonly readMedia: Read },
): Promise<Ready> {
  const todo = Preparation.safeParse(stored).data ?? {};
  const { upload: _upload, gif: _gif, askDetails: _ask, otherwise: _otherwise, ...message } = stored;
  const words: Ready = { kind: 'ready', message: { text: todo.otherwise ?? '' } };
  if (todo.upload) return uploaded(client, credentials, { upload: todo.upload, words, readMedia });
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
  {
    upload: { mediaId, name, contentType },
    words,
    readMedia,
  }: { readonly upload: NonNullable<Preparation['upload']>; readonly words: Ready; readonly readMedia: Read },
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

const FROM_ACCOUNT = 0;
/** Enough for a customer who goes on writing until delivery is given up; a page has ten messages. */
const MOST_PAGES = 30;
/** The vendor's clock is not ours. */
const CLOCK_SLACK_MS = 5_000;

const Entry = z.object({
  src: z.coerce.number(),
  time: z.coerce.number(),
  type: z.string().catch(''),
  message: z.string().optional().catch(undefined),
});
type Entry = z.infer<typeof Entry>;
const Entries = z.array(Entry);

/** Looks for sent messages in the history of the chat, where nothing else shows whether they arrived. */
export async function findSent(
  client: ZaloClient,
  credentials: ZaloCredentials,
  { to, messages, since }: { to: string; messages: readonly VendorMessage[]; since: number },
): Promise<SentCheck> {
  const thread = readThread(to);
  if (thread.kind === 'anonymous') return 'unknown';
  const from = since - CLOCK_SLACK_MS;
  const ours: Entry[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const entries = await readPage(client, credentials, { thread, page });
    if (entries === null) return 'unknown';
    ours.push(...entries.filter(({ src, time }) => src === FROM_ACCOUNT && time >= from));
    if (messages.every((message) => ours.some((entry) => isOf(message, entry)))) return 'arrived';
    const isAll =
      entries.length < ZALO_LIMITS.historyPage || entries.some(({ time }) => time > 0 && time < from);
    if (isAll)
      return messages.some((message) => ours.some((entry) => isOf(message, entry))) ? 'unknown' : 'absent';
  }
  return 'unknown';
}

async function readPage(
  client: ZaloClient,
  access: ZaloCredentials,
  { thread, page }: { readonly thread: Exclude<Thread, { kind: 'anonymous' }>; readonly page: number },
): Promise<Entry[] | null> {
  const count = ZALO_LIMITS.historyPage;
  const range = { offset: page * count, count };
  const isGroup = thread.kind === 'group';
  const verdict = judge(
    await client({
      method: 'GET',
      path: isGroup ? '/v3.0/oa/group/conversation' : '/v2.0/oa/conversation',
      access,
      data: isGroup ? { group_id: thread.groupId, ...range } : { user_id: thread.userId, ...range },
    }),
  );
  return verdict.kind === 'done' ? (Entries.safeParse(verdict.data).data ?? null) : null;
}

/** A text by its words. Of anything else the history shows another address, so its kind has to do. */
function isOf(message: VendorMessage, entry: Entry): boolean {
  const words = [message.text, Preparation.safeParse(message).data?.otherwise];
  if (words.some((text) => typeof text === 'string' && same(text, entry.message ?? ''))) return true;
  const isPlain = typeof message.text === 'string' && !isMedia(message);
  return !isPlain && entry.type !== 'text';
}

const isMedia = ({ attachment }: VendorMessage): boolean =>
  typeof attachment === 'object' && JSON.stringify(attachment).includes('"template_type"');

const same = (one: string, other: string): boolean => folded(one) === folded(other);
/** Without the marks that `send` takes out for groups. */
const folded = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\[@([^\]\s]*)\]/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
