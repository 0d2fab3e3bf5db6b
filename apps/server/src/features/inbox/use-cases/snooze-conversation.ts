import type { ConversationId } from '@hanasu/contract/ids';
import type { ConversationView } from '@hanasu/contract/inbox';
import { AppError } from '../../../platform/app-error.ts';
import type { Session } from '../../../platform/http/context.ts';
import { findConversation } from '../conversation-views.store.ts';
import { setSnooze } from '../conversations.store.ts';
import type { InboxDependencies } from '../dependencies.ts';
import { windowOf } from '../window-of.ts';
import { lockExisting, named, noSuchConversation, writeLine } from './owned-conversation.ts';
import { tellChange } from './tell-change.ts';

const LONGEST_MS = 366 * 24 * 60 * 60 * 1000;

/** Out of the list until then, or until the customer writes; null: back now. */
export async function snoozeConversation(
  { database, announce, manifestOf }: InboxDependencies,
  session: Session,
  id: ConversationId,
  until: Date | null,
): Promise<ConversationView> {
  const left = until ? until.getTime() - database.now() : 1;
  if (left <= 0 || left > LONGEST_MS) {
    throw AppError.field('validation_failed', 'body.until', 'A time to come, within a year');
  }
  const { view, line } = await database.account(session.accountId, async (transaction) => {
    const { snoozedUntil } = await lockExisting(transaction, id);
    const changes = until !== null || snoozedUntil !== null;
    await setSnooze(transaction, id, until);
    const by = await named(transaction, session.userId);
    const written = until
      ? await writeLine(transaction, id, 'snoozed', { by, until: until.toISOString() })
      : changes && (await writeLine(transaction, id, 'woken', { by }));
    return {
      line: written || null,
      view: await findConversation(transaction, id, session.userId, windowOf(manifestOf)),
    };
  });
  if (!view) throw noSuchConversation();
  tellChange(announce, session.accountId, id, [line]);
  return view;
}
