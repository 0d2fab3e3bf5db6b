import { randomBytes } from 'node:crypto';
import type { SharedChat, ShareView } from '@hanasu/contract/chats';
import * as contract from '@hanasu/contract/chats';
import type { AccountId, ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import type { MessageView } from '@hanasu/contract/inbox';
import { AppError } from '../../../platform/app-error.ts';
import {
  type AccountTransaction,
  type Database,
  type SystemTransaction,
  within,
} from '../../../platform/database/database.ts';
import { deleteRemovedFiles, noteRemovedFiles } from '../../../platform/files/removed-files.ts';
import type { Session } from '../../../platform/http/context.ts';
import { HANDLED, type Implement } from '../../../platform/http/implement.ts';
import { listBranch, listMessages } from '../messages/messages.store.ts';
import { findReadable, uploadAttachment } from './attachments.ts';
import {
  type ChatRow,
  chatView,
  deleteChat,
  findChat,
  listPage,
  rateMessage,
  renameChat,
} from './chats.store.ts';
import {
  type ChatsDependencies,
  listChatMessages,
  lockOwnChat,
  noSuchChat,
  refuseWhileAnswering,
  switchBranch,
} from './chats.ts';

export function addChatRoutes(implement: Implement, dependencies: ChatsDependencies): void {
  addChats(implement, dependencies);
  addShares(implement, dependencies);
  addAttachments(implement, dependencies);
  const { database, publishConversationUpdate } = dependencies;
  implement(contract.rateMessage, async ({ params, body }, { session }) => {
    const { rating, reason } = body;
    const feedback = rating && { rating, reason, at: new Date(database.now()).toISOString() };
    const conversation = await database.account(session.accountId, (transaction) =>
      rateMessage(transaction, params.uuid, feedback),
    );
    if (!conversation) throw new AppError('not_found', 'Answer not found');
    publishConversationUpdate(session.accountId, 'handling', conversation);
    return undefined;
  });
}

function addChats(implement: Implement, { database, files }: ChatsDependencies): void {
  implement(contract.listChats, ({ query }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const { page, pageSize, q, botUuid, groupUuid } = query;
      const { rows, total } = await listPage(transaction, session.userId, {
        q: q || undefined,
        botId: botUuid,
        groupId: groupUuid,
        limit: pageSize,
        offset: (page - 1) * pageSize,
      });
      return { items: rows.map(chatView), total, page, pageSize };
    }),
  );
  implement(contract.listChatMessages, ({ params, query }, { session }) =>
    listChatMessages(database, session, params.uuid, query),
  );
  implement(contract.renameChat, ({ params, body }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const chat = await lockOwnChat(transaction, session, params.uuid);
      await renameChat(transaction, params.uuid, body.title);
      return chatView({ ...chat, title: body.title });
    }),
  );
  implement(contract.deleteChat, async ({ params }, { session }) => {
    await database.account(session.accountId, async (transaction) => {
      refuseWhileAnswering(await lockOwnChat(transaction, session, params.uuid));
      await noteRemovedFiles(transaction, await deleteChat(transaction, params.uuid));
    });
    await deleteRemovedFiles({ database, files }, session.accountId);
    return undefined;
  });
  implement(contract.switchBranch, async ({ params, body }, { session }) => {
    await switchBranch(database, session, params.uuid, body.messageUuid);
    return undefined;
  });
}

function addShares(implement: Implement, { database }: ChatsDependencies): void {
  implement(contract.shareChat, ({ params }, { session }) => shareChat(database, session, params.uuid));
  implement(contract.listShares, ({ params, query }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const chat = await findChat(transaction, session.userId, params.uuid);
      if (!chat) throw noSuchChat();
      const { page, pageSize } = query;
      const shares = await listShares(transaction, params.uuid);
      const items = shares.slice((page - 1) * pageSize, page * pageSize);
      return { items: items.map((share) => shareView(chat, share)), total: shares.length, page, pageSize };
    }),
  );
  implement(contract.revokeShare, async ({ params }, { session }) => {
    await database.account(session.accountId, async (transaction) => {
      await lockOwnChat(transaction, session, params.uuid);
      if (!(await revokeShare(transaction, params.uuid, params.code)))
        throw new AppError('not_found', 'Link not found');
    });
    return undefined;
  });
  implement(contract.readShare, async ({ params }, { reply }) => {
    reply.headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    return readShare(database, params.code);
  });
}

function addAttachments(implement: Implement, dependencies: ChatsDependencies): void {
  const { database, files } = dependencies;
  implement(
    contract.uploadAttachment,
    (_input, { session, request }) => uploadAttachment(dependencies, session, request),
    { bodyLimit: contract.ATTACHMENT_MAX_BYTES + 64 * 1024 },
  );
  implement(contract.readAttachment, async ({ params }, { session, reply }) => {
    const attachment = await database.account(session.accountId, (transaction) =>
      findReadable(transaction, params.uuid, session.userId),
    );
    const content = attachment && (await files.getStream(attachment.fileKey));
    if (!content) throw new AppError('not_found', 'Attachment not found');
    const { kind, mediaType, name } = attachment;
    // Whatever a file might hold, only pictures are shown, and nothing runs.
    const disposition = kind === 'image' ? 'inline' : 'attachment';
    await reply
      .type(kind === 'image' ? mediaType : 'application/octet-stream')
      .headers({
        'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`,
        'cache-control': 'private, max-age=86400, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      .send(content);
    return HANDLED;
  });
}

const CODE_BYTES = 24;
const SHARES_MAX = 20;

/** The link shows what is shown now; asked again before anything was said, it is the same link. */
const shareChat = (database: Database, session: Session, id: ConversationId): Promise<ShareView> =>
  database.account(session.accountId, async (transaction) => {
    const chat = await lockOwnChat(transaction, session, id);
    const open = await listShares(transaction, id);
    const same = open.find((share) => isComplete(chat, share));
    if (same) return shareView(chat, same);
    if (open.length >= SHARES_MAX)
      throw new AppError('too_many_shares', 'Too many share links; end one first');
    const share = await makeShare(transaction, session, chat);
    return shareView(chat, share);
  });

async function makeShare(
  transaction: AccountTransaction,
  session: Session,
  chat: ChatRow,
): Promise<ShareRow> {
  const throughId = newest(chat);
  if (!throughId) throw new AppError('not_found', 'This chat has nothing to share');
  const code = randomBytes(CODE_BYTES).toString('base64url');
  await insertShare(transaction, { code, conversationId: chat.id, throughId, createdBy: session.userId });
  return { code, throughId, createdAt: new Date(transaction.now()) };
}

const newest = ({ headId, lastMessageId }: ChatRow) => headId ?? lastMessageId;
const isComplete = (chat: ChatRow, share: ShareRow): boolean => share.throughId === newest(chat);

const shareView = (chat: ChatRow, share: ShareRow): ShareView => ({
  code: share.code,
  createdAt: share.createdAt.toISOString(),
  isComplete: isComplete(chat, share),
});

/** Longer chats are shown from here on to their shared end. */
const MESSAGES_MAX = 500;

/** What everybody with the link reads. A link that was ended, or whose chat is gone, is as if it had never been. */
const readShare = (database: Database, code: string): Promise<SharedChat> =>
  database.system(async (system) => {
    const share = await findOpenShare(system, code);
    if (!share) throw new AppError('not_found', 'This link is no longer valid');
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

interface ShareRow {
  readonly code: string;
  readonly throughId: MessageId;
  readonly createdAt: Date;
}

const COLUMNS = 'code, through_id as "throughId", created_at as "createdAt"';

const listShares = (transaction: AccountTransaction, id: ConversationId) =>
  transaction.rows<ShareRow>(
    `select ${COLUMNS} from chat_shares where tenant_id = $1 and conversation_id = $2 and revoked_at is null
     order by created_at desc, code`,
    [transaction.accountId, id],
  );

async function insertShare(
  transaction: AccountTransaction,
  share: { code: string; conversationId: ConversationId; throughId: MessageId; createdBy: UserId },
): Promise<void> {
  await transaction.run(
    `insert into chat_shares (code, tenant_id, conversation_id, through_id, created_by)
     values ($2, $1, $3, $4, $5)`,
    [transaction.accountId, share.code, share.conversationId, share.throughId, share.createdBy],
  );
}

/** False: there is no such open link. */
async function revokeShare(
  transaction: AccountTransaction,
  id: ConversationId,
  code: string,
): Promise<boolean> {
  const revoked = await transaction.run(
    `update chat_shares set revoked_at = now()
     where tenant_id = $1 and conversation_id = $2 and code = $3 and revoked_at is null`,
    [transaction.accountId, id, code],
  );
  return revoked > 0;
}

interface OpenShare extends ShareRow {
  readonly accountId: AccountId;
  readonly conversationId: ConversationId;
  readonly title: string;
  readonly botName: string | null;
  readonly hasBranches: boolean;
}

/** By its code alone, of whatever account. */
const findOpenShare = (transaction: SystemTransaction, code: string) =>
  transaction.one<OpenShare>(
    `select s.code, s.through_id as "throughId", s.created_at as "createdAt", s.tenant_id as "accountId",
       s.conversation_id as "conversationId", c.title, b.name as "botName", c.head_id is not null as "hasBranches"
     from chat_shares s
       join conversations c on c.account_id = s.tenant_id and c.id = s.conversation_id
       left join bots b on b.account_id = c.account_id and b.id = c.bot_id
     where s.code = $1 and s.revoked_at is null`,
    [code],
  );
