import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type {
  ChannelAdapter,
  ConnectOutcome,
  MediaOutcome,
  ProfileOutcome,
  SecretCheck,
} from '../spec/channel.ts';
import type { ChannelContext } from '../spec/connection.ts';
import type { VendorMessage } from '../spec/sending.ts';
import { setWebhook } from './client/set-webhook.ts';
import { createTelegramClient, judge, meaningOf, type TelegramClient } from './client/telegram-client.ts';
import { botIdOf, TelegramCredentials } from './credentials.ts';
import { Prepared } from './outbound/messages.ts';
import { send } from './outbound/send.ts';
import { toMessages } from './outbound/to-messages.ts';
import { telegramManifest } from './telegram.manifest.ts';
import { readThread } from './thread.ts';
import { parseWebhook, tapIn, verifySecret } from './webhook/parse-webhook.ts';
import type { Account } from './webhook/read-message.ts';

const Shown = z.object({
  text: z.string().optional(),
  title: z.string().optional(),
  address: z.string().optional(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
});

/** The words of messages without entities, keyboards, quotation and files; null when they are that already. */
function toPlain(messages: readonly VendorMessage[]): VendorMessage[] | null {
  const plain = messages.flatMap((message) => {
    const text = wordsOf(message);
    return text === '' ? [] : [{ method: 'sendMessage', params: { text } }];
  });
  return plain.length === 0 || isDeepStrictEqual(plain, messages) ? null : plain;
}

function wordsOf(message: VendorMessage): string {
  const prepared = Prepared.safeParse(message).data;
  const { text, title, address, latitude, longitude } = Shown.safeParse(prepared?.params).data ?? {};
  const map = latitude === undefined ? '' : `https://www.google.com/maps?q=${latitude},${longitude}`;
  return text ?? prepared?.otherwise ?? [title, address, map].filter(Boolean).join('\n');
}

const Info = z.object({ last_error_date: z.number().optional(), last_error_message: z.string().optional() });
const RECENT_MS = 10 * 60_000;

/** The vendor keeps what the webhook answered: a refusal of its own calls stands there, that of junk does not. */
async function checkSecret(
  client: TelegramClient,
  { botToken }: TelegramCredentials,
  now: number,
): Promise<SecretCheck> {
  const verdict = judge(await client.call({ botToken, method: 'getWebhookInfo' }));
  const info = verdict.kind === 'done' ? Info.safeParse(verdict.result).data : undefined;
  if (!info) return 'unknown';
  const isRecent = now - (info.last_error_date ?? 0) * 1000 < RECENT_MS;
  return isRecent && /\b401\b/.test(info.last_error_message ?? '') ? 'wrong' : 'right';
}

const text = z.string().optional().catch(undefined);
const Named = z.object({ first_name: text, last_name: text, title: text, username: text });

/** Of a person or a group. Pictures are left out: their address holds the token. */
async function readProfile(
  client: TelegramClient,
  { botToken }: TelegramCredentials,
  chatId: string,
): Promise<ProfileOutcome> {
  const verdict = judge(await client.call({ botToken, method: 'getChat', params: { chat_id: chatId } }));
  return verdict.kind === 'done' ? named(verdict.result) : { kind: 'unavailable', detail: verdict.detail };
}

const Member = z.object({ user: z.unknown() });

async function readMember(
  client: TelegramClient,
  { botToken }: TelegramCredentials,
  { chatId, memberId }: { readonly chatId: string; readonly memberId: string },
): Promise<ProfileOutcome> {
  const params = { chat_id: chatId, user_id: Number(memberId) };
  const verdict = judge(await client.call({ botToken, method: 'getChatMember', params }));
  if (verdict.kind !== 'done') return { kind: 'unavailable', detail: verdict.detail };
  return named(Member.safeParse(verdict.result).data?.user);
}

function named(given: unknown): ProfileOutcome {
  const { first_name, last_name, title, username } = Named.safeParse(given).data ?? {};
  const displayName = title || [first_name, last_name].filter(Boolean).join(' ') || username;
  if (!displayName) return { kind: 'unavailable', detail: 'no name in the answer' };
  return { kind: 'found', profile: { displayName, pictureUrl: null, language: null } };
}

/** The direct messages of a channel have no such sign. */
async function showTyping(
  client: TelegramClient,
  { botToken }: TelegramCredentials,
  thread: string,
): Promise<void> {
  const { chatId, place } = readThread(thread);
  if ('direct_messages_topic_id' in place) return;
  const params = { chat_id: chatId, ...place, action: 'typing' };
  await client.call({ botToken, method: 'sendChatAction', params });
}

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
async function fetchMedia(
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

const Bot = z.object({
  id: z.number().transform(String),
  is_bot: z.literal(true),
  first_name: z.string(),
  username: z.string(),
});

/** Reads who the bot is; its user name is kept, because people in groups call it by that. */
async function connect(client: TelegramClient, { botToken }: TelegramCredentials): Promise<ConnectOutcome> {
  const verdict = judge(await client.call({ botToken, method: 'getMe' }));
  if (verdict.kind === 'refused' && !meaningOf(verdict).retryable) {
    return { kind: 'rejected', field: 'botToken', detail: verdict.detail };
  }
  if (verdict.kind !== 'done') return { kind: 'unreachable', detail: verdict.detail };
  const bot = Bot.safeParse(verdict.result);
  if (!bot.success) return { kind: 'unreachable', detail: 'the answer says nothing of a bot' };
  const { id, first_name, username } = bot.data;
  return {
    kind: 'connected',
    externalId: id,
    displayName: first_name,
    // The address of its picture holds the token.
    pictureUrl: null,
    credentials: { botToken, botUsername: username } satisfies TelegramCredentials,
  };
}

export interface TelegramChannelSettings {
  /** Milliseconds for one call to the vendor. */
  readonly timeoutMs?: number;
}

/** The Telegram adapter; `context.hosts` may hold `api`, the vendor's own is used when it is absent. */
export function createTelegramChannel(
  { hosts, now }: ChannelContext,
  { timeoutMs = 10_000 }: TelegramChannelSettings = {},
): ChannelAdapter<TelegramCredentials> {
  const client = createTelegramClient(hosts, timeoutMs);
  // An update doesn't say to whom it was sent, and reading one is not told: so it is noted with the body, once the
  // body was found to be meant for them.
  const receivers = new WeakMap<Buffer, NonNullable<Account>>();
  return {
    manifest: telegramManifest,
    credentialsSchema: TelegramCredentials,
    connect: ({ credentials }) => connect(client, credentials),
    setWebhook: ({ credentials }, webhookUrl) => setWebhook(client, credentials, webhookUrl),
    verifyWebhook({ credentials }, rawBody, headers) {
      const isRight = verifySecret(credentials, rawBody, headers['x-telegram-bot-api-secret-token']);
      if (isRight) {
        receivers.set(rawBody, { id: botIdOf(credentials), username: credentials.botUsername ?? null });
      }
      return isRight;
    },
    checkSecret: ({ credentials }) => checkSecret(client, credentials, now()),
    parseWebhook: (rawBody) => parseWebhook(rawBody, receivers.get(rawBody) ?? null, now()),
    async acknowledge({ credentials: { botToken } }, events) {
      const taps = events.flatMap(({ raw }) => tapIn(raw) ?? []);
      await Promise.all(
        taps.map((id) =>
          client.call({ botToken, method: 'answerCallbackQuery', params: { callback_query_id: id } }),
        ),
      );
    },
    profile: ({ credentials }, friendId) => readProfile(client, credentials, friendId),
    groupProfile: ({ credentials }, thread) => readProfile(client, credentials, readThread(thread).chatId),
    memberProfile: ({ credentials }, thread, memberId) =>
      readMember(client, credentials, { chatId: readThread(thread).chatId, memberId }),
    fetchMedia: ({ credentials }, { vendorMessageId }) => fetchMedia(client, credentials, vendorMessageId),
    showTyping: ({ credentials }, thread) => showTyping(client, credentials, thread),
    toMessages,
    toPlain,
    send: ({ credentials }, request) => send(client, credentials, request),
  };
}
