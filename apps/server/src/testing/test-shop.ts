import { type BotInput, createBot } from '@hanasu/contract/bots';
import { actAsSimulatorFriend, createSandboxChannel } from '@hanasu/contract/channels';
import type { BotId, ChannelId, KnowledgeId } from '@hanasu/contract/ids';
import { type ConversationView, listConversations, listMessages } from '@hanasu/contract/inbox';
import { createDocument, createKnowledge, getDocument } from '@hanasu/contract/knowledge';
import { eventually, type SignedIn } from './test-server.ts';

/** What the shop of these tests knows, in three languages. */
const SHOP_TEXT = `# 営業時間
営業時間は午前10時から午後7時までです。定休日は水曜日です。

# Parking
There are 12 parking spaces behind the shop. Parking is free for two hours.

# Đổi trả
Khách hàng có thể đổi trả trong vòng 14 ngày kể từ ngày mua. Vui lòng mang theo hóa đơn.`;

/** A knowledge base with one document that has been read. */
export async function addKnowledge(person: SignedIn, text = SHOP_TEXT) {
  const knowledge = await person.call(createKnowledge, { body: { name: 'Shop' } });
  const queued = await person.call(createDocument, {
    params: { uuid: knowledge.uuid },
    body: { title: 'Handbook', text },
  });
  const params = { uuid: knowledge.uuid, document: queued.uuid };
  const document = await eventually('the document is read', async () => {
    const view = await person.call(getDocument, { params });
    if (view.status === 'failed') throw new Error(`the document failed: ${view.reason}`);
    return view.status === 'ready' && view;
  });
  return { knowledge, document };
}

/** A bot on the model without a key, unless told otherwise. */
export const addBot = (person: SignedIn, changes: Partial<BotInput> = {}) =>
  person.call(createBot, { body: { name: 'Clerk', serviceUuid: 'builtin-extractive', ...changes } });

export async function addBotWithKnowledge(person: SignedIn, changes: Partial<BotInput> = {}) {
  const { knowledge, document } = await addKnowledge(person);
  const bot = await addBot(person, { knowledgeUuids: [knowledge.uuid as KnowledgeId], ...changes });
  return { bot, knowledge, document };
}

export const addSandbox = (person: SignedIn, botUuid: BotId, kind = 'line') =>
  person.call(createSandboxChannel, { body: { name: 'Counter', kind, botUuid } });

export type Friend = 'hanako' | 'minh' | 'alex';

/** A friend of the sandbox channel writes; resolves when the webhook has taken it. */
export const say = (person: SignedIn, channel: ChannelId, friend: Friend, text: string) =>
  person.call(actAsSimulatorFriend, { params: { uuid: channel, friend }, body: { action: 'text', text } });

/** The conversation of a channel, once there is one that `fits`. */
export const conversationOf = (
  person: SignedIn,
  channelUuid: ChannelId,
  fits: (conversation: ConversationView) => boolean = () => true,
) =>
  eventually('a conversation as wanted', async () => {
    const { items } = await person.call(listConversations, { query: { channelUuid } });
    return items.find(fits);
  });

export async function messagesOf(person: SignedIn, conversation: ConversationView['uuid']) {
  const { items } = await person.call(listMessages, {
    params: { uuid: conversation },
    query: { pageSize: 100 },
  });
  return items;
}
