import { UPDATE_AVAILABILITY } from '@hanasu/contract/realtime';
import type { Database } from '../../platform/database/database.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import {
  conversationCommands,
  conversations,
  type PublishConversationEvent,
  type PublishConversationUpdate,
} from '../conversations/public.ts';
import { assignWaiting } from './change-conversations.ts';
import * as operators from './operators.store.ts';

import { publishChange } from './publish-change.ts';

export interface InboxWorkerDependencies {
  readonly database: Database;
  readonly publishConversationUpdate: PublishConversationUpdate;
  readonly realtime: Pick<Realtime, 'emit'>;
  readonly publishInboxEvent?: PublishConversationEvent | undefined;
  readonly onError: (error: unknown) => void;
}

const AT_ONCE = 100;
/** How often colleagues who have gone are searched for. */
export const GONE_EVERY_MS = 30_000;

/** What happens because time has passed: clocks, turns among colleagues, snoozes and who has gone. */
export function createTimeKeeper(dependencies: InboxWorkerDependencies): () => Promise<number | null> {
  const { database, realtime } = dependencies;
  let lookedForGone = performance.now();

  async function tellGone(): Promise<void> {
    const since = performance.now() - lookedForGone;
    if (since < GONE_EVERY_MS) return;
    lookedForGone += since;
    const gone = await database.system((transaction) => operators.findGone(transaction, since));
    for (const { accountId, userId } of gone) {
      realtime.emit(accountId, UPDATE_AVAILABILITY, { userUuid: userId, available: false });
    }
  }

  return async () => {
    const counts = [
      await startWaiting(dependencies),
      await tellLate(dependencies),
      await endSnoozes(dependencies),
    ];
    await tellGone();
    return counts.some((count) => count === AT_ONCE) ? 0 : null;
  };
}

/** Each for itself: one that fails keeps no other from its turn. */
async function startWaiting({
  database,
  publishConversationUpdate,
  publishInboxEvent,
  onError,
}: InboxWorkerDependencies): Promise<number> {
  const [unclocked, unassigned] = await database.system(async (transaction) => [
    await operators.findUnclocked(transaction, AT_ONCE),
    await operators.findUnassigned(transaction, operators.AWAY_AFTER_MS, AT_ONCE),
  ]);
  const waiting = new Map([...unclocked, ...unassigned].map((one) => [one.id, one]));
  for (const { accountId, id } of waiting.values()) {
    try {
      const assigned = await database.account(accountId, (transaction) => assignWaiting(transaction, id));
      publishChange(publishConversationUpdate, accountId, id, [assigned?.line ?? null]);
      if (assigned?.userId) {
        publishInboxEvent?.({
          kind: 'assigned',
          accountId,
          conversationId: id,
          userId: assigned.userId,
          by: null,
        });
      }
    } catch (error) {
      onError(error);
    }
  }
  return unclocked.length;
}

async function tellLate({
  database,
  publishConversationUpdate,
  publishInboxEvent,
  onError,
}: InboxWorkerDependencies): Promise<number> {
  const late = await database.system((transaction) => conversations.takeLate(transaction, AT_ONCE));
  for (const { accountId, id, respondBy, operatorId } of late) {
    await addLine(database, { accountId, id }, 'late', { respondBy: respondBy.toISOString() })
      .then((line) => publishChange(publishConversationUpdate, accountId, id, [line]))
      .catch(onError);
    publishInboxEvent?.({ kind: 'late', accountId, conversationId: id, userId: operatorId, respondBy });
  }
  return late.length;
}

async function endSnoozes({
  database,
  publishConversationUpdate,
  onError,
}: InboxWorkerDependencies): Promise<number> {
  const woken = await database.system((transaction) => conversations.takeWoken(transaction, AT_ONCE));
  for (const one of woken) {
    await addLine(database, one, 'woken', { by: null })
      .then((line) => publishChange(publishConversationUpdate, one.accountId, one.id, [line]))
      .catch(onError);
  }
  return woken.length;
}

const addLine = (
  database: Database,
  { accountId, id }: conversations.ConversationAt,
  event: 'late' | 'woken',
  data: Readonly<Record<string, unknown>>,
) =>
  database.account(accountId, (transaction) => conversationCommands.writeLine(transaction, id, event, data));
