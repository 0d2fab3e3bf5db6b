import type { ConversationId } from '@hanasu/contract/ids';
import type { BulkAction } from '@hanasu/contract/inbox-work';
import { AppError } from '../../../platform/app-error.ts';
import type { Session } from '../../../platform/http/context.ts';
import { markRead } from '../conversations.store.ts';
import type { InboxDependencies } from '../dependencies.ts';
import { assignConversation } from './assign-conversation.ts';
import { noSuchConversation } from './owned-conversation.ts';
import { setHandling } from './set-handling.ts';
import { snoozeConversation } from './snooze-conversation.ts';

const HANDLINGS = { close: 'closed', 'give-back': 'bot', take: 'operator' } as const;

/** The same with many conversations, one after the other: each succeeds or fails for itself. */
export async function changeMany(
  dependencies: InboxDependencies,
  session: Session,
  { uuids, action }: { readonly uuids: readonly ConversationId[]; readonly action: BulkAction },
): Promise<{ done: number; failed: { uuid: ConversationId; code: string }[] }> {
  const failed: { uuid: ConversationId; code: string }[] = [];
  const wanted = new Set(uuids);
  for (const uuid of wanted) {
    try {
      await change(dependencies, session, uuid, action);
    } catch (error) {
      if (!AppError.is(error)) throw error;
      failed.push({ uuid, code: error.code });
    }
  }
  return { done: wanted.size - failed.length, failed };
}

async function change(
  dependencies: InboxDependencies,
  session: Session,
  id: ConversationId,
  action: BulkAction,
): Promise<unknown> {
  switch (action.kind) {
    case 'close':
    case 'give-back':
    case 'take':
      return setHandling(dependencies, session, id, { handling: HANDLINGS[action.kind], takeOver: false });
    case 'assign':
      return assignConversation(dependencies, session, id, action.to);
    case 'snooze':
      return snoozeConversation(dependencies, session, id, action.until ? new Date(action.until) : null);
    case 'read': {
      const isThere = await dependencies.database.account(session.accountId, (transaction) =>
        markRead(transaction, id, session.userId),
      );
      if (!isThere) throw noSuchConversation();
      return undefined;
    }
    default:
      return action satisfies never;
  }
}
