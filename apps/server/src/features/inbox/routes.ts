import type { ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import type { MessageView } from '@hanasu/contract/inbox';
import * as routesContract from '@hanasu/contract/inbox';
import * as workRoutesContract from '@hanasu/contract/inbox-work';
import { AppError } from '../../platform/app-error.ts';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import type { Session } from '../../platform/http/context.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { newId } from '../../platform/ids.ts';
import {
  conversationCommands,
  conversations,
  findSaidWords,
  messages,
  snippetOf,
} from '../conversations/public.ts';
import { changeAvailability, createPresence, showOperators, showPresence } from './availability.ts';
import {
  createCannedReply,
  deleteCanned,
  listCannedReplies,
  noSuchReply,
  updateCannedReply,
} from './canned-replies.ts';
import {
  assignConversation,
  changeMany,
  setHandling,
  snoozeConversation,
  undoClose,
} from './change-conversations.ts';
import { countByHandling, listConversations, listOtherConversations } from './conversation-list.ts';
import type { InboxDependencies } from './dependencies.ts';
import * as operators from './operators.store.ts';
import { publishReadMarks } from './publish-change.ts';
import { readReport } from './report.store.ts';
import {
  createWriter,
  rewriteText,
  suggestReply,
  translateMessage,
  type WriterDependencies,
} from './rewrite-text.ts';
import { resendMessage, sendOperatorMessage } from './send-message.ts';
import { messagingWindow } from './window-of.ts';

type Given = Omit<InboxDependencies, 'writer'> & WriterDependencies;

export function addInboxRoutes(implement: Implement, given: Given): void {
  const dependencies: InboxDependencies = { ...given, writer: createWriter(given) };
  const { database, realtime } = dependencies;
  const touch = createPresence(dependencies);
  addReadingRoutes(implement, dependencies, touch);
  addInboxWorkRoutes(implement, dependencies, touch);
  implement(routesContract.sendOperatorMessage, ({ params, body }, { session }) =>
    sendOperatorMessage(dependencies, session, params.uuid, body),
  );
  implement(routesContract.resendMessage, ({ params }, { session }) =>
    resendMessage(dependencies, session, params.uuid, params.message),
  );
  implement(routesContract.setHandling, ({ params, body }, { session }) =>
    setHandling(dependencies, session, params.uuid, body),
  );
  implement(routesContract.undoClose, ({ params }, { session }) =>
    undoClose(dependencies, session, params.uuid),
  );
  implement(routesContract.markUnread, async ({ params }, { session }) => {
    await database.account(session.accountId, async (transaction) => {
      if (!(await conversations.markUnread(transaction, params.uuid, session.userId)))
        throw conversationCommands.noSuchConversation();
    });
    publishReadMarks(realtime, session.userId, { conversationUuids: [params.uuid], unread: 1 });
    return undefined;
  });
  implement(routesContract.markRead, async ({ params }, { session }) => {
    await database.account(session.accountId, async (transaction) => {
      if (!(await conversations.markRead(transaction, params.uuid, session.userId)))
        throw conversationCommands.noSuchConversation();
    });
    publishReadMarks(realtime, session.userId, { conversationUuids: [params.uuid], unread: 0 });
    return undefined;
  });
}

function addReadingRoutes(
  implement: Implement,
  { database, manifestOf, segments }: InboxDependencies,
  touch: ReturnType<typeof createPresence>,
): void {
  const shown = messagingWindow(manifestOf);
  implement(routesContract.listConversations, async ({ query }, { session }) => {
    await touch(session);
    return segments.within(() =>
      database.snapshot(session.accountId, async (transaction) => {
        const { page, pageSize, origin } = query;
        const counts = await countByHandling(transaction, session.userId, origin);
        const shownWith = { messagingWindow: shown, segments };
        const found = await listConversations(transaction, session, query, shownWith);
        return { ...found, page, pageSize, counts };
      }),
    );
  });
  implement(routesContract.getConversation, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const view = await conversations.findConversation(transaction, params.uuid, session.userId, shown);
      if (!view) throw conversationCommands.noSuchConversation();
      return view;
    }),
  );
  implement(routesContract.listMessages, ({ params, query }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const id: ConversationId = params.uuid;
      if (!(await conversations.findConversation(transaction, id, session.userId, shown)))
        throw conversationCommands.noSuchConversation();
      const { page, pageSize, before } = query;
      const items = await messages.listMessages(transaction, id, {
        before,
        limit: pageSize,
        offset: (page - 1) * pageSize,
        forStaff: true,
      });
      const total = await messages.countMessages(transaction, id, { forStaff: true });
      return { items, total, page, pageSize };
    }),
  );
}

type Touch = ReturnType<typeof createPresence>;

/** What staff do with conversations beside writing to customers. */
function addInboxWorkRoutes(implement: Implement, dependencies: InboxDependencies, touch: Touch): void {
  addConversationRoutes(implement, dependencies);
  addNoteRoutes(implement, dependencies);
  addPeopleRoutes(implement, dependencies, touch);
  addCannedRoutes(implement, dependencies);
  addModelRoutes(implement, dependencies);
  const { database, manifestOf } = dependencies;
  implement(workRoutesContract.searchMessages, ({ query }, { session }) =>
    searchMessages({ database, messagingWindow: messagingWindow(manifestOf) }, session, query),
  );
  implement(workRoutesContract.getInboxReport, ({ query }, { session }) =>
    database.snapshot(session.accountId, (transaction) => readReport(transaction, query.days)),
  );
}

function addConversationRoutes(implement: Implement, dependencies: InboxDependencies): void {
  const { database, manifestOf } = dependencies;
  implement(workRoutesContract.listOtherConversations, ({ params, query }, { session }) =>
    database.snapshot(session.accountId, async (transaction) => {
      if (!(await conversations.conversationExists(transaction, params.uuid)))
        throw conversationCommands.noSuchConversation();
      const { page, pageSize } = query;
      const asked = { id: params.uuid, userId: session.userId, page, pageSize };
      return {
        ...(await listOtherConversations(transaction, asked, messagingWindow(manifestOf))),
        page,
        pageSize,
      };
    }),
  );
  implement(workRoutesContract.assignConversation, ({ params, body }, { session }) =>
    assignConversation(dependencies, session, params.uuid, body.to),
  );
  implement(workRoutesContract.snoozeConversation, ({ params, body }, { session }) =>
    snoozeConversation(dependencies, session, params.uuid, body.until === null ? null : new Date(body.until)),
  );
  implement(workRoutesContract.bulkConversations, ({ body }, { session }) =>
    changeMany(dependencies, session, body),
  );
  implement(workRoutesContract.saveDraft, async ({ params, body }, { session }) => {
    await database.account(session.accountId, async (transaction) => {
      if (!(await conversations.conversationExists(transaction, params.uuid)))
        throw conversationCommands.noSuchConversation();
      await conversations.saveDraft(
        transaction,
        { conversationId: params.uuid, userId: session.userId },
        body.text,
      );
    });
    return undefined;
  });
}

function addNoteRoutes(implement: Implement, dependencies: InboxDependencies): void {
  implement(workRoutesContract.addNote, ({ params, body }, { session }) =>
    addNote(dependencies, session, params.uuid, body),
  );
  implement(workRoutesContract.deleteNote, async ({ params }, { session }) => {
    await deleteNote(dependencies, session, params.uuid, params.message);
    return undefined;
  });
}

function addPeopleRoutes(implement: Implement, dependencies: InboxDependencies, touch: Touch): void {
  implement(workRoutesContract.showPresence, async ({ params, body }, { session }) => {
    await touch(session);
    await showPresence(dependencies, session, params.uuid, body.state);
    return undefined;
  });
  implement(workRoutesContract.listOperators, async (_input, { session }) => {
    await touch(session);
    return { items: await showOperators(dependencies, session) };
  });
  implement(workRoutesContract.setAvailability, ({ body }, { session }) =>
    changeAvailability(dependencies, session, body.available),
  );
  const { database } = dependencies;
  implement(workRoutesContract.listInboxViews, (_input, { session }) =>
    database.account(session.accountId, async (transaction) => ({
      items: await operators.readInboxViews(transaction, session.userId),
    })),
  );
  implement(workRoutesContract.saveInboxViews, async ({ body: { items } }, { session }) => {
    await database.account(session.accountId, (transaction) =>
      operators.saveInboxViews(transaction, session.userId, items),
    );
    return { items };
  });
}

function addCannedRoutes(implement: Implement, dependencies: InboxDependencies): void {
  const { database } = dependencies;
  implement(workRoutesContract.listCannedReplies, ({ query }, { session }) =>
    listCannedReplies(database, session, { q: query.q, page: query.page, pageSize: query.pageSize }),
  );
  implement(workRoutesContract.createCannedReply, ({ body }, { session }) =>
    createCannedReply(dependencies, session, body),
  );
  implement(workRoutesContract.updateCannedReply, ({ params, body }, { session }) =>
    updateCannedReply(dependencies, session, params.uuid, body),
  );
  implement(workRoutesContract.deleteCannedReply, async ({ params }, { session }) => {
    await database.account(session.accountId, async (transaction) => {
      if (!(await deleteCanned(transaction, params.uuid))) throw noSuchReply();
    });
    return undefined;
  });
}

function addModelRoutes(implement: Implement, dependencies: InboxDependencies): void {
  implement(workRoutesContract.suggestReply, ({ params }, { session }) =>
    suggestReply(dependencies, session, params.uuid),
  );
  implement(workRoutesContract.helpWriting, ({ params, body }, { session }) =>
    rewriteText(dependencies, session, params.uuid, body),
  );
  implement(workRoutesContract.translateMessage, ({ params, body }, { session }) => {
    const key = { conversationId: params.uuid, messageId: params.message };
    return translateMessage(dependencies, session, key, body.language);
  });
}

/** An internal note: it is never sent, read by no model, and never counts as unread. */
async function addNote(
  { database, publishConversationUpdate, publishInboxEvent }: InboxDependencies,
  session: Session,
  conversationId: ConversationId,
  { text, mentions }: { readonly text: string; readonly mentions: readonly UserId[] },
): Promise<MessageView> {
  const { accountId, userId } = session;
  const id = newId<MessageId>();
  const named = [...new Set(mentions)];
  const key = { accountId, id: conversationId };
  const note = await conversationCommands.withLocked(database, key, async (transaction) => {
    await refuseStrangers(transaction, mentions);
    await messages.insertMessages(transaction, [
      messages.newMessage({
        accountId,
        id,
        conversationId,
        sender: 'operator',
        operatorId: userId,
        kind: 'note',
        text,
        mentions: named,
      }),
    ]);
    return (await messages.findMessages(transaction, [id]))[0];
  });
  if (!note) throw new Error('the note just stored is not there');
  // Not as a message of an operator: those are sent to webhooks.
  publishConversationUpdate(accountId, 'system', conversationId, [id]);
  for (const mentioned of named.filter((one) => one !== userId)) {
    publishInboxEvent?.({
      kind: 'mention',
      accountId,
      conversationId,
      messageId: id,
      userId: mentioned,
      by: userId,
    });
  }
  return note;
}

async function refuseStrangers(transaction: AccountTransaction, mentions: readonly UserId[]): Promise<void> {
  const members = await operators.findMembers(transaction, mentions);
  const stranger = mentions.findIndex((one) => !members.has(one));
  if (stranger < 0) return;
  throw AppError.field('validation_failed', `body.mentions.${stranger}`, 'No member with this id');
}

/** Takes an own note away. */
async function deleteNote(
  { database, publishConversationUpdate }: InboxDependencies,
  session: Session,
  conversationId: ConversationId,
  messageId: MessageId,
): Promise<void> {
  await database.account(session.accountId, async (transaction) => {
    const key = { conversationId, messageId, userId: session.userId };
    if (!(await messages.deleteNoteOf(transaction, key)))
      throw new AppError('not_found', 'Note not found, or it is not yours');
  });
  publishConversationUpdate(session.accountId, 'handling', conversationId);
}

interface SearchRange {
  readonly q: string;
  readonly page: number;
  readonly pageSize: number;
}

/** One page of what was said anywhere. */
const searchMessages = (
  {
    database,
    messagingWindow,
  }: { readonly database: Database; readonly messagingWindow: conversations.WindowOf },
  session: Session,
  { q, page, pageSize }: SearchRange,
) =>
  database.snapshot(session.accountId, async (transaction) => {
    const hits = await findSaidWords(transaction, q);
    const shown = hits.slice((page - 1) * pageSize, page * pageSize);
    const conversationIds = [...new Set(shown.map(({ conversationId }) => conversationId))];
    const views = await conversations.findConversations(
      transaction,
      conversationIds,
      session.userId,
      messagingWindow,
    );
    const found = await messages.findMessages(
      transaction,
      shown.map(({ id }) => id),
    );
    const conversationOf = new Map(views.map((one) => [one.uuid, one]));
    const messageOf = new Map(found.map((one): [string, MessageView] => [one.uuid, one]));
    const items = shown.flatMap(({ id, conversationId, text }) => {
      const conversation = conversationOf.get(conversationId);
      const message = messageOf.get(id);
      return conversation && message ? [{ conversation, message, snippet: snippetOf(text, q) }] : [];
    });
    return { items, total: hits.length, page, pageSize };
  });
