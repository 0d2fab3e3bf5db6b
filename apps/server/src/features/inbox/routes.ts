import type { ConversationId } from '@hanasu/contract/ids';
import * as contract from '@hanasu/contract/inbox';
import { AppError } from '../../platform/app-error.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { countByHandling, findConversation, listConversations, markRead } from './conversations.store.ts';
import { countMessages, listMessages } from './messages.store.ts';
import { resendMessage } from './use-cases/resend-message.ts';
import { type InboxDependencies, sendOperatorMessage } from './use-cases/send-operator-message.ts';
import { setHandling } from './use-cases/set-handling.ts';

const missing = () => new AppError('not_found', 'There is no such conversation');

export function addInboxRoutes(implement: Implement, dependencies: InboxDependencies): void {
  const { database } = dependencies;
  addReadingRoutes(implement, dependencies);
  implement(contract.sendOperatorMessage, ({ params, body }, { session }) =>
    sendOperatorMessage(dependencies, session, params.uuid, body.text ?? ''),
  );
  implement(contract.resendMessage, ({ params }, { session }) =>
    resendMessage(dependencies, session, params.uuid, params.message),
  );
  implement(contract.setHandling, ({ params, body }, { session }) =>
    setHandling(dependencies, session, params.uuid, body.handling),
  );
  implement(contract.markRead, async ({ params }, { session }) => {
    await database.account(session.accountId, async (transaction) => {
      if (!(await markRead(transaction, params.uuid, session.userId))) throw missing();
    });
    return undefined;
  });
}

function addReadingRoutes(implement: Implement, { database }: InboxDependencies): void {
  implement(contract.listConversations, ({ query }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const { page, pageSize } = query;
      const { items, total } = await listConversations(transaction, session.userId, {
        q: query.q || undefined,
        handling: query.handling,
        channelId: query.channelUuid,
        botId: query.botUuid,
        origin: query.origin,
        mine: query.mine ?? false,
        unread: query.unread ?? false,
        limit: pageSize,
        offset: (page - 1) * pageSize,
      });
      const counts = await countByHandling(transaction, session.userId, query.origin);
      return { items, total, page, pageSize, counts };
    }),
  );
  implement(contract.getConversation, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const view = await findConversation(transaction, params.uuid, session.userId);
      if (!view) throw missing();
      return view;
    }),
  );
  implement(contract.listMessages, ({ params, query }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const id: ConversationId = params.uuid;
      if (!(await findConversation(transaction, id, session.userId))) throw missing();
      const { page, pageSize, before } = query;
      const items = await listMessages(transaction, id, {
        before,
        limit: pageSize,
        offset: (page - 1) * pageSize,
      });
      return { items, total: await countMessages(transaction, id), page, pageSize };
    }),
  );
}
