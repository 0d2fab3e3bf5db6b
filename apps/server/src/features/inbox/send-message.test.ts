import { tmpdir } from 'node:os';
import { lineManifest } from '@hanasu/channels/line/line.manifest';
import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import type {
  AccountId,
  ChannelId,
  ConversationId,
  MediaId,
  MessageId,
  SessionId,
  UserId,
} from '@hanasu/contract/ids';
import { OperatorMessage } from '@hanasu/contract/inbox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { createDiskFileStore } from '../../platform/files/file-store.ts';
import { newId } from '../../platform/ids.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { EnqueueDelivery } from '../automations/staff-messages.ts';
import { openSegments } from '../contacts/public.ts';
import { createKeptMedia } from '../conversations/public.ts';
import { createMessageComposer } from '../message-templates/public.ts';
import type { InboxDependencies, OutgoingFile } from './dependencies.ts';
import { sendOperatorMessage } from './send-message.ts';

let testDatabase: TestDatabase;
let database: Database;
const accountId = newId<AccountId>();
const userId = newId<UserId>();
const channelId = newId<ChannelId>();
const session = { accountId, userId, sessionId: newId<SessionId>(), role: 'operator' as const };

const WINDOW = { freeMs: 60_000, openMs: 120_000 };
/** A channel that can send pictures, stickers and quotes, within a window. */
const manifest: ChannelManifest = {
  ...lineManifest,
  capabilities: {
    ...lineManifest.capabilities,
    sends: ['image', 'sticker'],
    quoting: 'token',
    senderIdentity: true,
  },
  limits: { ...lineManifest.limits, window: WINDOW, fileBytes: { image: 1_000 } },
};

type Delivered = Parameters<EnqueueDelivery>[1];
let delivered: Delivered[] = [];
let file: OutgoingFile = { kind: 'gone' };
let pushes = true;

const dependencies = (): InboxDependencies => ({
  database,
  publishConversationUpdate: () => undefined,
  realtime: { emit: () => undefined, emitToUser: () => undefined },
  manifestOf: (kind) => (kind === 'shop' ? manifest : null),
  segments: openSegments(() => []),
  enqueueDelivery: async (_transaction, delivery) => {
    delivered.push(delivery);
    return { usesReplyToken: delivery.replyToken !== null };
  },
  notifyDelivery: () => undefined,
  notifyTurns: () => undefined,
  retryDelivery: async () => false,
  askSatisfaction: async () => null,
  outgoingMedia: async () => file,
  hasPushQuota: async () => pushes,
  composer: createMessageComposer({
    keptMedia: createKeptMedia({
      database,
      files: createDiskFileStore(tmpdir()),
      requireQuota: async () => undefined,
    }),
    adapters: { find: () => null, kinds: [] },
    publicUrl: 'https://shop.example.com',
    sources: {
      forms: async () => new Map(),
      richMessages: async () => new Map(),
      markRichMessagesSent: async () => undefined,
    },
  }),
  suggest: async () => ({ text: '', citations: [], usage: { inputTokens: 0, outputTokens: 0, tokens: 0 } }),
  writer: null,
});

const run = (sql: string, values: readonly unknown[] = []) =>
  database.system((transaction) => transaction.rows<Record<string, unknown>>(sql, values));

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 4, onError: () => undefined });
  await run("insert into accounts (id, name) values ($1, 'Shop')", [accountId]);
  await run(
    `insert into users (id, username, username_key, display_name, locale, time_zone)
     values ($1, 'hanako', 'hanako', 'Hanako of the shop', 'en', 'UTC')`,
    [userId],
  );
  await run("insert into memberships (tenant_id, user_id, role) values ($1, $2, 'operator')", [
    accountId,
    userId,
  ]);
  await run(
    `insert into channels (account_id, id, kind, name, sandbox, external_id, credentials, batching_delay, settings)
     values ($1, $2, 'shop', 'Counter', true, 'x', '', 0, '{"look": {"showSender": true}}')`,
    [accountId, channelId],
  );
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach(() => {
  delivered = [];
  pushes = true;
});

/** A conversation whose customer wrote so long ago; returns what they wrote, too. */
async function open(secondsAgo: number) {
  const conversationId = newId<ConversationId>();
  const messageId = newId<MessageId>();
  await run(
    `insert into conversations (account_id, id, origin, title, handling, last_message_at, channel_id,
       thread_external_id, last_customer_at)
     values ($1, $2, 'channel', '', 'bot', now(), $3, $4, now() - make_interval(secs => $5))`,
    [accountId, conversationId, channelId, conversationId, secondsAgo],
  );
  await run(
    `insert into messages (account_id, id, conversation_id, sender, kind, text, data, citations, delivery_state,
       vendor_message_id, quote_token)
     values ($1, $2, $3, 'customer', 'text', 'Is this yours?', '{}', '[]', 'none', 'v1', 'q1')`,
    [accountId, messageId, conversationId],
  );
  return { conversationId, messageId };
}

async function upload(conversationId: ConversationId | null = null) {
  const id = newId<MediaId>();
  await run(
    `insert into media (account_id, id, state, name, content_type, bytes, conversation_id)
     values ($1, $2, 'stored', 'a.png', 'image/png', 500, $3)`,
    [accountId, id, conversationId],
  );
  const part = {
    kind: 'image',
    mediaId: id,
    url: 'https://a/b',
    previewUrl: 'https://a/c',
    name: 'a.png',
  } as const;
  file = { kind: 'ok', part: { ...part, contentType: 'image/png', bytes: 500 } };
  return id;
}

const send = (conversationId: ConversationId, body: object) =>
  sendOperatorMessage(dependencies(), session, conversationId, OperatorMessage.parse(body));
const refusal = (conversationId: ConversationId, body: object) =>
  send(conversationId, body).then(
    () => 'sent',
    (error: { code?: string }) => error.code,
  );

test('a file becomes the message’s own, goes out as its channel takes it, and not in another conversation', async () => {
  const { conversationId } = await open(10);
  const mediaUuid = await upload();
  const message = await send(conversationId, { mediaUuid });
  expect(message).toMatchObject({
    kind: 'image',
    data: { fileName: 'a.png', bytes: 500 },
    media: { uuid: mediaUuid },
  });
  expect(delivered[0]?.parts).toMatchObject([{ kind: 'image', mediaId: mediaUuid }]);
  const other = await open(10);
  expect(await refusal(other.conversationId, { mediaUuid })).toBe('validation_failed');
  const again = await send(conversationId, { mediaUuid });
  expect(again.media?.uuid).not.toBe(mediaUuid);
  expect(delivered).toHaveLength(2);
});

test.each([
  [{ kind: 'gone' } as const, 'validation_failed'],
  [{ kind: 'too-large', limit: 10 } as const, 'file_too_large'],
])('a file that is %j is refused', async (outcome, code) => {
  const { conversationId } = await open(10);
  const mediaUuid = await upload();
  file = outcome;
  expect(await refusal(conversationId, { mediaUuid })).toBe(code);
});

test('what the channel has no form for is refused', async () => {
  const { conversationId } = await open(10);
  const location = { title: 'Shop', address: '', latitude: 1, longitude: 1 };
  expect(await refusal(conversationId, { location })).toBe('channel_action_unsupported');
  const mediaUuid = await upload();
  if (file.kind === 'ok') file = { kind: 'ok', part: { ...file.part, kind: 'file' } };
  expect(await refusal(conversationId, { mediaUuid })).toBe('media_type_unsupported');
  expect(await refusal(conversationId, { sticker: { packageId: '1', stickerId: '2' } })).toBe('sent');
});

test('the window and the quota are asked before anything is stored', async () => {
  pushes = false;
  const closed = await open(500);
  expect(await refusal(closed.conversationId, { text: 'Hello?' })).toBe('sending_window_closed');
  const paid = await open(90);
  expect(await refusal(paid.conversationId, { text: 'Hello?' })).toBe('sending_quota_short');
  const free = await open(10);
  expect(await refusal(free.conversationId, { text: 'Hello?' })).toBe('sent');
  expect(delivered).toHaveLength(1);
  pushes = true;
  expect(await refusal(paid.conversationId, { text: 'Hello?' })).toBe('sent');
});

test('it is quoted by its token, shown as quoted, and said in the person’s name', async () => {
  const { conversationId, messageId } = await open(10);
  const message = await send(conversationId, { text: 'Yes, mine.', quoteUuid: messageId });
  expect(message.quoted).toEqual({ uuid: messageId, text: 'Is this yours?', sender: 'customer' });
  expect(delivered[0]?.look).toMatchObject({ quote: 'q1', sender: { name: 'Hanako of the shop' } });
  const other = await open(10);
  expect(await refusal(other.conversationId, { text: 'No.', quoteUuid: messageId })).toBe(
    'validation_failed',
  );
});
