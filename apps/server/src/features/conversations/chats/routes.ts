import * as contract from '@hanasu/contract/chats';
import { AppError } from '../../../platform/app-error.ts';
import { HANDLED, type Implement } from '../../../platform/http/implement.ts';
import { findReadable } from './attachments.store.ts';
import { uploadAttachment } from './attachments.ts';
import { chatView, deleteChat, findChat, listPage, rateMessage, renameChat } from './chats.store.ts';
import {
  type ChatsDependencies,
  listChatMessages,
  lockOwnChat,
  noSuchChat,
  refuseWhileAnswering,
  switchBranch,
} from './chats.ts';
import { listShares, revokeShare } from './shares.store.ts';
import { readShare, shareChat, shareView } from './shares.ts';

export function addChatRoutes(implement: Implement, dependencies: ChatsDependencies): void {
  addChats(implement, dependencies);
  addShares(implement, dependencies);
  addAttachments(implement, dependencies);
  const { database, announce } = dependencies;
  implement(contract.rateMessage, async ({ params, body }, { session }) => {
    const { rating, reason } = body;
    const feedback = rating && { rating, reason, at: new Date(database.now()).toISOString() };
    const conversation = await database.account(session.accountId, (transaction) =>
      rateMessage(transaction, params.uuid, feedback),
    );
    if (!conversation) throw new AppError('not_found', 'There is no such answer');
    announce(session.accountId, 'handling', conversation);
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
    const keys = await database.account(session.accountId, async (transaction) => {
      refuseWhileAnswering(await lockOwnChat(transaction, session, params.uuid));
      return deleteChat(transaction, params.uuid);
    });
    for (const key of keys) await files.remove(key);
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
        throw new AppError('not_found', 'There is no such link');
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
    if (!content) throw new AppError('not_found', 'There is no such attachment');
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
