import { createBot } from '@hanasu/contract/bots';
import { actAsSimulatorFriend, connectLine, createSandboxChannel } from '@hanasu/contract/channels';
import { chat } from '@hanasu/contract/chat';
import { shareChat } from '@hanasu/contract/chats';
import { createForm } from '@hanasu/contract/forms';
import { createGroup } from '@hanasu/contract/groups';
import type { BotId, ChannelId, KnowledgeId } from '@hanasu/contract/ids';
import { listConversations, listMessages, sendOperatorMessage, setHandling } from '@hanasu/contract/inbox';
import { createDocument, createKnowledge, getDocument } from '@hanasu/contract/knowledge';
import { createInvitation } from '@hanasu/contract/team';
import { eventually, newPerson, type Person } from './api.ts';
import { HANDBOOK_NAME, handbook } from './handbook.ts';
import { openOfficialAccount, useUpQuota, writeAsFriend } from './line-vendor.ts';
import { codeOf, mailsTo } from './outbox.ts';
import { serverUrl } from './server-url.ts';

export type Shop = Awaited<ReturnType<typeof fillShop>>;

/** An inn that has been at work for a while: documents (one unreadable), a bot, two channels, talks in three languages. */
export async function fillShop() {
  const person = await newPerson();
  const { knowledge, document } = await addKnowledge(person);
  const bot = await addBot(person, [knowledge.uuid]);
  const channel = await person.call(createSandboxChannel, {
    body: { name: '花見旅館', kind: 'line', botUuid: bot.uuid },
  });
  const asked = await person.call(chat, {
    body: { botUuid: bot.uuid, message: 'When is breakfast served?' },
  });
  const share = await person.call(shareChat, { params: { uuid: asked.conversationUuid } });
  const conversation = await talkWithHanako(person, channel.uuid);
  await talkWithMinh(person, channel.uuid);
  await failToDeliver(person, bot.uuid);
  const group = await addGroup(person, bot.uuid);
  const invitation = await inviteSomebody(person);
  const form = await person.call(createForm, {
    body: { name: 'ご宿泊アンケート', language: 'ja', template: 'questionnaire' },
  });
  return {
    person,
    knowledge,
    document,
    bot,
    channel,
    conversation,
    form,
    chat: asked.conversationUuid,
    share: share.code,
    invitation,
    group,
  };
}

/** The inn's bot and one for returns behind one entrance. */
async function addGroup(person: Person, inn: BotId) {
  const body = { name: 'お土産', serviceUuid: 'builtin-extractive' };
  const { uuid } = await person.call(createBot, { body });
  return person.call(createGroup, {
    body: {
      name: '花見旅館の窓口',
      router: 'rules',
      members: [
        { botUuid: uuid, whenToUse: 'お土産の返品', rules: [{ kind: 'contains', words: ['返品', '返金'] }] },
        {
          botUuid: inn,
          whenToUse: '客室と朝食',
          rules: [{ kind: 'language', language: 'ja' }, { kind: 'otherwise' }],
        },
      ],
    },
  });
}

/** The code of the mail to somebody who has not answered. */
async function inviteSomebody(person: Person): Promise<string> {
  const email = `guest-of-${person.username}@example.com`;
  await person.call(createInvitation, { body: { email, role: 'operator' } });
  return codeOf((await mailsTo(email))[0]);
}

async function upload(person: Person, knowledge: string, name: string, bytes: Uint8Array, type: string) {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], name, { type }));
  const response = await fetch(`${serverUrl()}/api/user/knowledge/${knowledge}/document`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.jwt}` },
    body: form,
  });
  return createDocument.output.parse(await response.json());
}

/** A base with the handbook, which is read, and a damaged file, which is not. */
export async function addKnowledge(person: Person) {
  const knowledge = await person.call(createKnowledge, { body: { name: '館内のご案内' } });
  const { uuid } = knowledge;
  const added = [
    await upload(person, uuid, HANDBOOK_NAME, handbook(), 'application/pdf'),
    await upload(person, uuid, 'damaged.pdf', Buffer.from('%PDF-1.7\n'), 'application/pdf'),
  ];
  const [document] = await Promise.all(
    added.map((each) =>
      eventually('a document is read', async () => {
        const view = await person.call(getDocument, { params: { uuid, document: each.uuid } });
        return (view.status === 'ready' || view.status === 'failed') && view;
      }),
    ),
  );
  if (!document) throw new Error('no document');
  return { knowledge, document };
}

/** A bot on the model without a key. */
export const addBot = (person: Person, knowledgeUuids: KnowledgeId[] = []) =>
  person.call(createBot, {
    body: {
      name: 'フロント Front desk',
      serviceUuid: 'builtin-extractive',
      greeting: 'いらっしゃいませ。花見旅館です。ご質問をどうぞ。',
      showSources: true,
      knowledgeUuids,
    },
  });

/** Somebody of the simulator writes. */
export const say = (person: Person, uuid: ChannelId, friend: 'hanako' | 'minh' | 'alex', text: string) =>
  person.call(actAsSimulatorFriend, { params: { uuid, friend }, body: { action: 'text', text } });

/** The conversation of a channel with a friend, once the bot has answered so often. */
export const answered = (person: Person, channelUuid: ChannelId, name: string, times: number) =>
  eventually(`${times} answers to ${name}`, async () => {
    const { items } = await person.call(listConversations, { query: { channelUuid } });
    const found = items.find(({ friend }) => friend?.name === name);
    if (!found) return undefined;
    const messages = await person.call(listMessages, {
      params: { uuid: found.uuid },
      query: { pageSize: 100 },
    });
    const done = messages.items.filter(
      ({ sender, delivery }) => sender === 'bot' && delivery.state !== 'pending',
    );
    return done.length >= times && found;
  });

async function talkWithHanako(person: Person, uuid: ChannelId) {
  await person.call(actAsSimulatorFriend, { params: { uuid, friend: 'hanako' }, body: { action: 'follow' } });
  await answered(person, uuid, '花子', 1);
  await say(person, uuid, 'hanako', 'チェックインは何時からですか？');
  const conversation = await answered(person, uuid, '花子', 2);
  for (const action of ['sticker', 'location'] as const) {
    await person.call(actAsSimulatorFriend, { params: { uuid, friend: 'hanako' }, body: { action } });
  }
  const params = { uuid: conversation.uuid };
  await person.call(sendOperatorMessage, {
    params,
    body: { text: '担当の田中です。貸切風呂は20時でお取りしました。' },
  });
  return conversation;
}

async function talkWithMinh(person: Person, uuid: ChannelId) {
  await say(person, uuid, 'minh', 'Hủy phòng trước mấy ngày thì được hoàn tiền?');
  const { uuid: conversation } = await answered(person, uuid, 'Minh', 1);
  await person.call(setHandling, { params: { uuid: conversation }, body: { handling: 'closed' } });
  // Nothing in the handbook answers this, so a person is wanted.
  await say(person, uuid, 'alex', 'Do you sell concert tickets for next summer?');
  await answered(person, uuid, 'Alex', 1);
}

/** An official account whose quota ends unseen: what staff write after the reply token is used is not delivered. */
async function failToDeliver(person: Person, botUuid: BotId) {
  const account = await openOfficialAccount({ displayName: 'Hanami Inn' });
  const { displayName, ...credentials } = account;
  const channel = await person.call(connectLine, { body: { name: displayName, botUuid, ...credentials } });
  await writeAsFriend(account.channelId, 'Yuki', 'Is parking free?');
  const { uuid } = await answered(person, channel.uuid, 'Yuki', 1);
  await useUpQuota(account);
  await person.call(sendOperatorMessage, {
    params: { uuid },
    body: { text: 'Yes, twelve spaces behind the inn.' },
  });
  await eventually('the delivery fails', async () => {
    const { items } = await person.call(listMessages, { params: { uuid } });
    return items.some(({ delivery }) => delivery.state === 'failed');
  });
}
