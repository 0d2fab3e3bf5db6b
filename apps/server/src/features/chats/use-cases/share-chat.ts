import { randomBytes } from 'node:crypto';
import type { ShareView } from '@hanasu/contract/chats';
import type { ConversationId } from '@hanasu/contract/ids';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import type { ChatRow } from '../chats.store.ts';
import { insertShare, listShares, type ShareRow } from '../shares.store.ts';
import { lockOwnChat } from './own-chat.ts';

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
