import * as contract from '@hanasu/contract/inbox-work';
import type { Implement } from '../../platform/http/implement.ts';
import { deleteCanned } from './canned.store.ts';
import { conversationExists } from './conversations.store.ts';
import type { InboxDependencies } from './dependencies.ts';
import { saveDraft } from './presence.store.ts';
import type { createPresenceKeeper } from './presence-keeper.ts';
import { readReport } from './report.store.ts';
import { assignConversation } from './use-cases/assign-conversation.ts';
import { changeAvailability, showOperators, showPresence } from './use-cases/availability.ts';
import {
  createCannedReply,
  listCannedReplies,
  noSuchReply,
  updateCannedReply,
} from './use-cases/canned-replies.ts';
import { changeMany } from './use-cases/change-many.ts';
import { helpWriting, translateMessage } from './use-cases/help-writing.ts';
import { addNote, deleteNote } from './use-cases/notes.ts';
import { noSuchConversation } from './use-cases/owned-conversation.ts';
import { searchMessages } from './use-cases/search-messages.ts';
import { snoozeConversation } from './use-cases/snooze-conversation.ts';
import { suggestReply } from './use-cases/suggest-reply.ts';
import { windowOf } from './window-of.ts';

type Touch = ReturnType<typeof createPresenceKeeper>;

/** What staff do with conversations beside writing to customers. */
export function addInboxWorkRoutes(
  implement: Implement,
  dependencies: InboxDependencies,
  touch: Touch,
): void {
  addConversationRoutes(implement, dependencies);
  addNoteRoutes(implement, dependencies);
  addPeopleRoutes(implement, dependencies, touch);
  addCannedRoutes(implement, dependencies);
  addModelRoutes(implement, dependencies);
  const { database, manifestOf } = dependencies;
  implement(contract.searchMessages, ({ query }, { session }) =>
    searchMessages({ database, windowOf: windowOf(manifestOf) }, session, query),
  );
  implement(contract.getInboxReport, ({ query }, { session }) =>
    database.snapshot(session.accountId, (transaction) => readReport(transaction, query.days)),
  );
}

function addConversationRoutes(implement: Implement, dependencies: InboxDependencies): void {
  const { database } = dependencies;
  implement(contract.assignConversation, ({ params, body }, { session }) =>
    assignConversation(dependencies, session, params.uuid, body.to),
  );
  implement(contract.snoozeConversation, ({ params, body }, { session }) =>
    snoozeConversation(dependencies, session, params.uuid, body.until === null ? null : new Date(body.until)),
  );
  implement(contract.bulkConversations, ({ body }, { session }) => changeMany(dependencies, session, body));
  implement(contract.saveDraft, async ({ params, body }, { session }) => {
    await database.account(session.accountId, async (transaction) => {
      if (!(await conversationExists(transaction, params.uuid))) throw noSuchConversation();
      await saveDraft(transaction, { conversationId: params.uuid, userId: session.userId }, body.text);
    });
    return undefined;
  });
}

function addNoteRoutes(implement: Implement, dependencies: InboxDependencies): void {
  implement(contract.addNote, ({ params, body }, { session }) =>
    addNote(dependencies, session, params.uuid, body),
  );
  implement(contract.deleteNote, async ({ params }, { session }) => {
    await deleteNote(dependencies, session, params.uuid, params.message);
    return undefined;
  });
}

function addPeopleRoutes(implement: Implement, dependencies: InboxDependencies, touch: Touch): void {
  implement(contract.showPresence, async ({ params, body }, { session }) => {
    await touch(session);
    await showPresence(dependencies, session, params.uuid, body.state);
    return undefined;
  });
  implement(contract.listOperators, async (_input, { session }) => ({
    items: await showOperators(dependencies, session),
  }));
  implement(contract.setAvailability, ({ body }, { session }) =>
    changeAvailability(dependencies, session, body.available),
  );
}

function addCannedRoutes(implement: Implement, { database }: InboxDependencies): void {
  implement(contract.listCannedReplies, ({ query }, { session }) =>
    listCannedReplies(database, session, { q: query.q, page: query.page, pageSize: query.pageSize }),
  );
  implement(contract.createCannedReply, ({ body }, { session }) =>
    createCannedReply(database, session, body),
  );
  implement(contract.updateCannedReply, ({ params, body }, { session }) =>
    updateCannedReply(database, session, params.uuid, body),
  );
  implement(contract.deleteCannedReply, async ({ params }, { session }) => {
    await database.account(session.accountId, async (transaction) => {
      if (!(await deleteCanned(transaction, params.uuid))) throw noSuchReply();
    });
    return undefined;
  });
}

function addModelRoutes(implement: Implement, dependencies: InboxDependencies): void {
  implement(contract.suggestReply, ({ params }, { session }) =>
    suggestReply(dependencies, session, params.uuid),
  );
  implement(contract.helpWriting, ({ params, body }, { session }) =>
    helpWriting(dependencies, session, params.uuid, body),
  );
  implement(contract.translateMessage, ({ params, body }, { session }) => {
    const key = { conversationId: params.uuid, messageId: params.message };
    return translateMessage(dependencies, session, key, body.language);
  });
}
