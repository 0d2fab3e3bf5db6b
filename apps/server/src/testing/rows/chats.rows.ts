import { chat, resumeChat, stopChat } from '@hanasu/contract/chat';
import * as chats from '@hanasu/contract/chats';
import type { EndpointWorld } from '../endpoint-world.ts';
import { formOf } from '../test-server.ts';
import { type EndpointRow, nothing, row, WRONG_PAGES, wrongBodies } from './row.ts';

const newChat = ({ person, bot }: EndpointWorld) =>
  person.call(chat, { body: { botUuid: bot.uuid, message: 'Is parking free?' } });

const inNewChat = async (world: EndpointWorld) => ({
  params: { uuid: (await newChat(world)).conversationUuid },
});

const newShare = async (world: EndpointWorld) => {
  const { conversationUuid: uuid } = await newChat(world);
  const { code } = await world.person.call(chats.shareChat, { params: { uuid } });
  return { uuid, code };
};

const note = () => formOf('file', Buffer.from('Two tables are free.'), 'note.txt');

export const CHAT_ROWS: readonly EndpointRow[] = [
  row(resumeChat, inNewChat),
  row(stopChat, inNewChat),
  row(chats.listChats, nothing, [...WRONG_PAGES, { query: { botUuid: 'clerk' }, path: 'query.botUuid' }]),
  row(chats.listChatMessages, inNewChat, [
    ...WRONG_PAGES,
    { query: { before: 'yesterday' }, path: 'query.before' },
  ]),
  row(
    chats.renameChat,
    async (world) => ({ ...(await inNewChat(world)), body: { title: 'Parking' } }),
    wrongBodies({ title: { title: ' ' } }),
  ),
  row(chats.deleteChat, inNewChat),
  row(
    chats.switchBranch,
    async (world) => {
      const answer = await newChat(world);
      return { params: { uuid: answer.conversationUuid }, body: { messageUuid: answer.message.uuid } };
    },
    wrongBodies({ messageUuid: { messageUuid: 'last' } }),
  ),
  row(chats.shareChat, inNewChat),
  row(chats.listShares, inNewChat, WRONG_PAGES),
  row(chats.revokeShare, async (world) => ({ params: await newShare(world) })),
  row(chats.readShare, async (world) => ({ params: { code: (await newShare(world)).code } })),
  row(
    chats.rateMessage,
    async (world) => ({
      params: { uuid: (await newChat(world)).message.uuid },
      body: { rating: 'down' as const, reason: 'Too long' },
    }),
    wrongBodies({ rating: { rating: 'so-so' }, reason: { rating: 'up', reason: 'x'.repeat(501) } }),
  ),
  row(chats.uploadAttachment, () => ({ form: note() })),
  row(chats.readAttachment, async ({ person }) => {
    const { body } = await person.raw('POST', chats.uploadAttachment.path, { body: note() });
    return { params: { uuid: chats.uploadAttachment.output.parse(body).uuid } };
  }),
];
