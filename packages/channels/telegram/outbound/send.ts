import { z } from 'zod';
import type { SendOutcome, SendRequest } from '../../spec/sending.ts';
import { judge, meaningOf, type TelegramClient, type Verdict } from '../client/telegram-client.ts';
import type { TelegramCredentials } from '../credentials.ts';
import { TELEGRAM_LIMITS } from '../limits.ts';
import { messageIdOf } from '../message-id.ts';
import { readThread, type Thread } from '../thread.ts';
import { Prepared, type PreparedFile } from './messages.ts';

type Post = (method: string, params: Readonly<Record<string, unknown>>, file?: Upload) => Promise<Verdict>;
type Upload = NonNullable<Parameters<TelegramClient['call']>[0]['file']>;

/**
 * Sends one message by one call: the vendor knows no retry key. Another call is made only after one that was refused,
 * and so has sent nothing: an upload for an address the vendor could not fetch, words for a file it does not take,
 * the new id of a group that has become a larger one, the main part of a chat whose topic was deleted.
 */
export async function send(
  client: TelegramClient,
  { botToken }: TelegramCredentials,
  { to, messages, how, readMedia }: SendRequest,
): Promise<SendOutcome> {
  if (how.method === 'reply') return { kind: 'reply-token-invalid', detail: 'there are no reply tokens' };
  const [message, ...more] = messages;
  if (message === undefined || more.length > 0) return invalid('one message is sent at a time');
  const prepared = Prepared.safeParse(message);
  if (!prepared.success) return invalid('no message of this channel');
  const post = createPost(client, botToken, readThread(to));
  return outcomeOf(await sendPrepared(post, prepared.data, readMedia), readThread(to).chatId);
}

/** Posts to one place. What a refusal shows about the place holds for the calls after it. */
function createPost(client: TelegramClient, botToken: string, thread: Thread): Post {
  let { chatId, place } = thread;
  return async (method, params, file) => {
    const call = async () =>
      judge(
        await client.call({
          botToken,
          method,
          params: { chat_id: chatId, ...place, ...params },
          ...(file ? { file } : {}),
        }),
      );
    let verdict = await call();
    if (verdict.kind === 'refused' && verdict.migratedTo !== undefined) {
      chatId = verdict.migratedTo;
      verdict = await call();
    }
    if (!isTopicGone(verdict) || !('message_thread_id' in place)) return verdict;
    place = {};
    return call();
  };
}

/** The topic was deleted: what belonged there goes to the main part of the chat. */
const isTopicGone = (verdict: Verdict): boolean =>
  verdict.kind === 'refused' &&
  verdict.code === 400 &&
  /message thread not found|TOPIC_DELETED/i.test(verdict.sentence);

async function sendPrepared(
  post: Post,
  { method, params, file, otherwise }: Prepared,
  readMedia: SendRequest['readMedia'],
): Promise<Verdict> {
  if (!file) return postOrSay(post, { method, params, ...(otherwise === undefined ? {} : { otherwise }) });
  if (file.isFetched) {
    const verdict = await post(method, { ...params, [file.field]: file.url });
    if (!isNotTaken(verdict)) return verdict;
  }
  const bytes = await readMedia?.(file.mediaId);
  if (bytes && bytes.length <= TELEGRAM_LIMITS.fileBytes) {
    const verdict = await post(method, params, uploadOf(file, bytes));
    if (!isNotTaken(verdict)) return verdict;
  }
  return post('sendMessage', { ...params, text: otherwise ?? file.url });
}

/** Words, with the same buttons, where the vendor could not fetch a picture. */
async function postOrSay(
  post: Post,
  { method, params, otherwise }: Omit<Prepared, 'file'>,
): Promise<Verdict> {
  const verdict = await post(method, params);
  if (otherwise === undefined || !isNotTaken(verdict)) return verdict;
  const { photo, caption, caption_entities, ...more } = params;
  return post('sendMessage', { ...more, text: otherwise });
}

const uploadOf = ({ field, name, contentType }: PreparedFile, bytes: Buffer): Upload => ({
  field,
  name,
  contentType,
  bytes,
});

const isNotTaken = (verdict: Verdict): boolean =>
  verdict.kind === 'refused' && meaningOf(verdict).reason === 'message_invalid';

const Sent = z.object({ message_id: z.number().int(), chat: z.object({ id: z.number().int() }).optional() });

function outcomeOf(verdict: Verdict, to: string): SendOutcome {
  switch (verdict.kind) {
    case 'done': {
      const sent = Sent.safeParse(verdict.result).data;
      const ids = sent ? [messageIdOf(String(sent.chat?.id ?? to), sent.message_id)] : [];
      return { kind: 'sent', vendorMessageIds: ids, requestId: null };
    }
    case 'not-sent':
      return {
        kind: 'rejected',
        reason: 'vendor_error',
        retryable: true,
        detail: verdict.detail,
        requestId: null,
      };
    case 'unclear':
      return { kind: 'unknown', detail: verdict.detail };
    case 'refused':
      return { kind: 'rejected', ...meaningOf(verdict), detail: verdict.detail, requestId: null };
    default:
      return verdict satisfies never;
  }
}

const invalid = (detail: string): SendOutcome => ({
  kind: 'rejected',
  reason: 'message_invalid',
  retryable: false,
  detail,
  requestId: null,
});
