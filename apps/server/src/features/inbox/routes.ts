import type { ConversationId } from '@hanasu/contract/ids';
import * as contract from '@hanasu/contract/inbox';
import type { Implement } from '../../platform/http/implement.ts';
import { countByHandling } from './conversation-list.store.ts';
import { findConversation } from './conversation-views.store.ts';
import { markRead } from './conversations.store.ts';
import type { InboxDependencies } from './dependencies.ts';
import { countMessages, listMessages } from './messages.store.ts';
import { createPresenceKeeper } from './presence-keeper.ts';
import { listConversations } from './use-cases/list-conversations.ts';
import { noSuchConversation } from './use-cases/owned-conversation.ts';
import { resendMessage } from './use-cases/resend-message.ts';
import { sendOperatorMessage } from './use-cases/send-operator-message.ts';
import { setHandling } from './use-cases/set-handling.ts';
import { windowOf } from './window-of.ts';
import { addInboxWorkRoutes } from './work-routes.ts';
import { createWriter, type WriterDependencies } from './writer.ts';

type Given = Omit<InboxDependencies, 'writer'> & WriterDependencies;

export function addInboxRoutes(implement: Implement, given: Given): void {
  const dependencies: InboxDependencies = { ...given, writer: createWriter(given) };
  const { database, announce } = dependencies;
  const touch = createPresenceKeeper(dependencies);
  addReadingRoutes(implement, dependencies, touch);
  addInboxWorkRoutes(implement, dependencies, touch);
  implement(contract.sendOperatorMessage, ({ params, body }, { session }) =>
    sendOperatorMessage(dependencies, session, params.uuid, body),
  );
  implement(contract.resendMessage, ({ params }, { session }) =>
    resendMessage(dependencies, session, params.uuid, params.message),
  );
  implement(contract.setHandling, ({ params, body }, { session }) =>
    setHandling(dependencies, session, params.uuid, body),
  );
  implement(contract.markRead, async ({ params }, { session }) => {
    await database.account(session.accountId, async (transaction) => {
      if (!(await markRead(transaction, params.uuid, session.userId))) throw noSuchConversation();
    });
    announce(session.accountId, 'handling', params.uuid);
    return undefined;
  });
}

function addReadingRoutes(
  implement: Implement,
  { database, manifestOf }: InboxDependencies,
  touch: ReturnType<typeof createPresenceKeeper>,
): void {
  const shown = windowOf(manifestOf);
  implement(contract.listConversations, async ({ query }, { session }) => {
    await touch(session);
    return database.snapshot(session.accountId, async (transaction) => {
      const { page, pageSize, origin } = query;
      const found = await listConversations(transaction, session.userId, query, shown);
      const counts = await countByHandling(transaction, session.userId, origin);
      return { ...found, page, pageSize, counts };
    });
  });
  implement(contract.getConversation, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const view = await findConversation(transaction, params.uuid, session.userId, shown);
      if (!view) throw noSuchConversation();
      return view;
    }),
  );
  implement(contract.listMessages, ({ params, query }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const id: ConversationId = params.uuid;
      if (!(await findConversation(transaction, id, session.userId, shown))) throw noSuchConversation();
      const { page, pageSize, before } = query;
      const items = await listMessages(transaction, id, {
        before,
        limit: pageSize,
        offset: (page - 1) * pageSize,
        forStaff: true,
      });
      const total = await countMessages(transaction, id, { forStaff: true });
      return { items, total, page, pageSize };
    }),
  );
}
