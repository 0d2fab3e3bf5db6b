import { randomBytes } from 'node:crypto';
import type { SharedChat, ShareView } from '@hanasu/contract/chats';
import type { ConversationId } from '@hanasu/contract/ids';
import type { MessageView } from '@hanasu/contract/inbox';
import { AppError } from '../../../platform/app-error.ts';
import { type AccountTransaction, type Database, within } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { listBranch, listMessages } from '../messages/messages.store.ts';
import type { ChatRow } from './chats.store.ts';
import { lockOwnChat } from './chats.ts';
import { findOpenShare, insertShare, listShares, type ShareRow } from './shares.store.ts';

const CODE_BYTES = 24;
const SHARES_MAX = 20;

/** The link shows what is shown now; asked again before anything was said, it is the same link. */
export const shareChat = (database: Database, session: Session, id: ConversationId): Promise<ShareView> =>
  database.account(session.accountId, async (transaction) => {
    const chat = await lockOwnChat(transaction, session, id);
    const open = await listShares(transaction, id);
    const same = open.find((share) => isComplete(chat, share));
    if (same) return shareView(chat, same);
    if (open.length >= SHARES_MAX) throw new AppError('too_many_shares', 'End a share link first');
    const share = await makeShare(transaction, session, chat);
    return shareView(chat, share);
  });

async function makeShare(
  transaction: AccountTransaction,
  session: Session,
  chat: ChatRow,
): Promise<ShareRow> {
  const throughId = newest(chat);
  if (!throughId) throw new AppError('not_found', 'There is nothing to share');
  const code = randomBytes(CODE_BYTES).toString('base64url');
  await insertShare(transaction, { code, conversationId: chat.id, throughId, createdBy: session.userId });
  return { code, throughId, createdAt: new Date(transaction.now()) };
}

const newest = ({ headId, lastMessageId }: ChatRow) => headId ?? lastMessageId;
const isComplete = (chat: ChatRow, share: ShareRow): boolean => share.throughId === newest(chat);

export const shareView = (chat: ChatRow, share: ShareRow): ShareView => ({
  code: share.code,
  createdAt: share.createdAt.toISOString(),
  isComplete: isComplete(chat, share),
});

/** Longer chats are shown from here on to their shared end. */
const MESSAGES_MAX = 500;

/** What everybody with the link reads. A link that was ended, or whose chat is gone, is as if it had never been. */
export const readShare = (database: Database, code: string): Promise<SharedChat> =>
  database.system(async (system) => {
    const share = await findOpenShare(system, code);
    if (!share) throw new AppError('not_found', 'This link does not lead anywhere any more');
    const transaction = within(system, share.accountId);
    const window = { limit: MESSAGES_MAX, offset: 0 };
    const messages = share.hasBranches
      ? await listBranch(transaction, share.throughId, window)
      : await listMessages(transaction, share.conversationId, {
          ...window,
          before: undefined,
          through: share.throughId,
        });
    return {
      title: share.title,
      botName: share.botName ?? '',
      sharedAt: share.createdAt.toISOString(),
      messages: sharedMessages(messages),
    };
  });

type Shared = SharedChat['messages'][number];

/** What a stranger may see of messages: texts and titles of sources, nothing of how an answer was made. */
const sharedMessages = (messages: readonly MessageView[]): Shared[] => messages.flatMap(sharedMessage);

function sharedMessage(message: MessageView): Shared[] {
  const { uuid, sender, kind, text, citations, attachments, createdAt } = message;
  if (sender === 'system' || kind !== 'text') return [];
  return [
    {
      uuid,
      sender,
      text,
      sources: citations.map(({ number, title, page }) => ({ number, title, page })),
      attachments: attachments.map(({ name }) => name),
      createdAt,
    },
  ];
}
