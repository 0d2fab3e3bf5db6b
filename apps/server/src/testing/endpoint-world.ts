import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { FakeLine } from '@hanasu/channels/line/fake/fake-line';
import { connectChannel, connectLine } from '@hanasu/contract/channels';
import type {
  BroadcastId,
  ChannelLogId,
  ConversationId,
  MessageId,
  ModelKeyId,
  ToolConfirmationId,
} from '@hanasu/contract/ids';
import { setHandling } from '@hanasu/contract/inbox';
import { createDocument, createKnowledge } from '@hanasu/contract/knowledge';
import { createModelKey, deleteModelKey, listModelKeys } from '@hanasu/contract/model-keys';
import type { RotatingVendor } from '../features/channels/testing/rotating-channel.fixture.ts';
import type { FakeGoogle } from './fake-google.ts';
import { mailedCode } from './test-mails.ts';
import type { SignedIn, TestServer } from './test-server.ts';
import { eventually, sessionOf } from './test-server.ts';
import { addBot, addBotWithKnowledge, addSandbox, conversationOf, messagesOf, say } from './test-shop.ts';
import { createVisits } from './test-social.ts';
import { addAccount, addEmptyAccount, addInvitation, addMember } from './test-team.ts';

export type EndpointWorld = Awaited<ReturnType<typeof createEndpointWorld>>;

export interface FakeVendors {
  readonly line: FakeLine;
  readonly google: FakeGoogle;
  readonly rotating: RotatingVendor;
}

/** One account with one of everything that an endpoint can be called for, and ways to make more. */
export async function createEndpointWorld(server: TestServer, { line, google, rotating }: FakeVendors) {
  const person = await server.register();
  const { bot, knowledge, document } = await addBotWithKnowledge(person);
  const channel = await addSandbox(person, bot.uuid);
  await say(person, channel.uuid, 'alex', 'Is parking free?');
  const { uuid: conversation } = await conversationOf(person, channel.uuid);
  await answered(person, conversation);
  // The bot stays out of it from here on, so that calls meet what they expect.
  await person.call(setHandling, { params: { uuid: conversation }, body: { handling: 'operator' } });

  let closed: ConversationId | undefined;

  const accountId = person.user.account.uuid;
  const newLineAccount = () => {
    const credentials = {
      channelId: String(randomInt(1_000_000_000, 9_999_999_999)),
      channelSecret: randomBytes(16).toString('hex'),
      channelAccessToken: randomBytes(48).toString('base64url'),
    };
    line.addChannel({ ...credentials, displayName: 'Official' });
    return credentials;
  };

  return {
    person,
    bot,
    knowledge,
    channel,
    conversation,
    documentParams: { uuid: knowledge.uuid, document: document.uuid },
    anonymous: server.anonymous,
    outboxCode: server.outboxCode,
    newPerson: (given?: { unconfirmed: true }) => server.register(given),
    mailedCode: (email: string, page: string) => mailedCode(server, email, page),
    newSession: async () => sessionOf(await server.signIn(person)),
    newMember: async () => (await addMember(server, person, 'viewer')).user.uuid,
    newAccount: () => addAccount(server, person),
    newInvitation: () => addInvitation(server, accountId),
    newInvitationElsewhere: async () => addInvitation(server, await addEmptyAccount(server)),
    /** An owner of another account, and who may have it. */
    newHandover: () => addHandover(server),
    visits: createVisits(server),
    /** What somebody new at the provider is known by there. */
    newSubject() {
      const subject = randomBytes(8).toString('hex');
      google.put({ subject, name: 'Somebody', email: `${subject}@gmail.com`, emailVerified: true });
      return subject;
    },
    newName: () => `name-${randomBytes(6).toString('hex')}`,
    newKnowledge: async () => (await person.call(createKnowledge, { body: { name: 'Spare' } })).uuid,
    newBot: async () => (await addBot(person)).uuid,
    newDraft: async () => (await addBot(person, { draft: true })).uuid,
    newChannel: async () => (await addSandbox(person, bot.uuid)).uuid,
    async newDocument() {
      const body = { title: 'Spare', text: 'Something to read.' };
      const created = await person.call(createDocument, { params: { uuid: knowledge.uuid }, body });
      return { uuid: knowledge.uuid, document: created.uuid };
    },
    /** The bot's answer, as if the channel had refused it. */
    async newFailedMessage(): Promise<MessageId> {
      const message = await answered(person, conversation);
      await server.sql("update messages set delivery_state = 'failed' where id = $1", [message]);
      await server.sql("update outbox set state = 'failed' where message_id = $1", [message]);
      return message;
    },
    /** A call that waits for staff. */
    async newToolConfirmation(): Promise<ToolConfirmationId> {
      const id = randomUUID() as ToolConfirmationId;
      await server.sql(
        `insert into tool_confirmations (account_id, id, conversation_id, bot_id, tool_id, tool_version, tool_name,
           input, question, confirmer, expires_at)
         values ($1, $2, $3, $4, $2, now(), 'cancel_order', '{}', '', 'staff', now() + interval '1 hour')`,
        [accountId, id, conversation, bot.uuid],
      );
      return id;
    },
    /** Makes it look started, with one recipient whom the vendor refused; nothing is sent for a day. */
    async startedBroadcast(uuid: BroadcastId, state: 'sending' | 'waiting' | 'paused' | 'sent') {
      await server.sql(
        `with lane as (update broadcast_channels set is_open = $2 in ('sending', 'paused'), next_at = now() + interval '1 day'
             where broadcast_id = $1 returning account_id, broadcast_id, channel_id),
           refused as (insert into broadcast_recipients (account_id, id, broadcast_id, channel_id, friend_id, state, reason)
             select l.account_id, gen_random_uuid(), l.broadcast_id, l.channel_id, f.id, 'failed', 'vendor_error' from lane l
               join friends f on f.account_id = l.account_id and f.channel_id = l.channel_id limit 1),
           kept as (insert into broadcast_recipients (account_id, id, broadcast_id, channel_id, variant, state)
             select account_id, gen_random_uuid(), broadcast_id, channel_id, null, 'pending' from lane where $2 = 'waiting')
         update broadcasts set state = $2, people = 1, started_at = now() where id = $1`,
        [uuid, state],
      );
      return { uuid };
    },
    /** One that this person has resolved. */
    async closedConversation(): Promise<ConversationId> {
      if (!closed) {
        await say(person, channel.uuid, 'minh', 'Is parking free?');
        closed = (await conversationOf(person, channel.uuid, ({ uuid }) => uuid !== conversation)).uuid;
        await answered(person, closed);
      }
      await person.call(setHandling, { params: { uuid: closed }, body: { handling: 'closed' } });
      return closed;
    },
    /** The account's own key, as the provider accepts it. */
    async modelKey(): Promise<ModelKeyId> {
      const { items } = await person.call(listModelKeys);
      const body = { provider: 'openai' as const, key: 'sk-0123456789abcdef' };
      return (items[0] ?? (await person.call(createModelKey, { body }))).uuid;
    },
    async dropModelKey(): Promise<void> {
      for (const { uuid } of (await person.call(listModelKeys)).items)
        await person.call(deleteModelKey, { params: { uuid }, query: { inUse: 'true' } });
    },
    async setTranslation(message: MessageId, language: string, text: string): Promise<void> {
      const translations = JSON.stringify({ [language]: text });
      await server.sql('update messages set translations = $2 where id = $1', [message, translations]);
    },
    newLineAccount,
    /** Connected with credentials of the vendor. */
    async newOfficialAccount() {
      const credentials = newLineAccount();
      const body = { name: 'Official', botUuid: bot.uuid, ...credentials };
      const { uuid } = await person.call(connectLine, { body });
      return { uuid, credentials };
    },
    /** What the vendor appends to the address when this person has given the permission it was begun for. */
    async newPermission() {
      const input = { appId: '123', appSecret: 'the secret' };
      const body = { kind: 'rotating', name: 'Permitted', botUuid: bot.uuid, input };
      const outcome = await person.call(connectChannel, { body });
      if (outcome.kind !== 'permission') throw new Error('no permission was wanted');
      const state = new URL(outcome.url).searchParams.get('state') ?? '';
      return { code: rotating.allow(randomBytes(6).toString('hex')), state };
    },
    /** A call in the log of a channel, as if it had been the one that failed. */
    failCall: (entry: ChannelLogId, message: MessageId) =>
      server.sql("update channel_calls set result = 'failed', message_id = $2 where id = $1", [
        entry,
        message,
      ]),
  };
}

async function addHandover(server: TestServer) {
  const owner = await server.register();
  return { owner, heir: await addMember(server, owner, 'viewer') };
}

const answered = (person: SignedIn, conversation: EndpointWorld['conversation']): Promise<MessageId> =>
  eventually('the bot has answered', async () => {
    const messages = await messagesOf(person, conversation);
    return messages.find(({ sender, delivery }) => sender === 'bot' && delivery.state !== 'pending')?.uuid;
  });
