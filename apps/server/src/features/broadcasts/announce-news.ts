import type { BroadcastId } from '@hanasu/contract/ids';
import { UPDATE_BROADCAST, type UpdateBroadcast } from '@hanasu/contract/realtime';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import {
  listPeople,
  type NotificationEvent,
  plainText,
  publishNow,
  writeNotifications,
} from '../notifications/public.ts';
import { publishToHooks } from '../webhooks/public.ts';
import { findUnannounced, takeUnannounced } from './broadcasts.store.ts';
import { tallyRecipients } from './recipients.store.ts';

export interface NewsDependencies {
  readonly database: Database;
  readonly realtime: Pick<Realtime, 'emit' | 'emitToUser'>;
  readonly notifyWorker: (name: 'web-hooks' | 'notifications') => void;
}

const ACCOUNTS_AT_ONCE = 20;

/**
 * Notifies staff and web hooks of broadcasts that ended or wait for a person. Notifications are written in the
 * transaction that marks the broadcasts as announced, so a crash neither loses nor doubles
 * them. True: there may be more.
 */
export async function announceNews({ database, realtime, notifyWorker }: NewsDependencies): Promise<boolean> {
  const accounts = await database.system((transaction) => findUnannounced(transaction, ACCOUNTS_AT_ONCE));
  for (const { accountId } of accounts) {
    const { unannounced, written, isHookNotified } = await database.account(accountId, writeNews);
    publishNow({ realtime, notify: () => notifyWorker('notifications') }, written);
    if (isHookNotified) notifyWorker('web-hooks');
    for (const { id } of unannounced)
      realtime.emit(accountId, UPDATE_BROADCAST, { broadcastUuid: id } satisfies UpdateBroadcast);
  }
  return accounts.length === ACCOUNTS_AT_ONCE;
}

async function writeNews(transaction: AccountTransaction) {
  const unannounced = await takeUnannounced(transaction);
  const things: NotificationEvent[] = [];
  const ended = [];
  for (const { updatedAt, ...one } of unannounced) {
    const sums = await sumsOf(transaction, one.id);
    if (one.state !== 'stopped')
      things.push({
        event: one.state === 'sent' ? 'broadcast_finished' : 'broadcast_failed',
        key: `broadcast:${one.id}:${one.state}:${updatedAt.getTime()}`,
        subject: plainText(one.name, 'subject'),
        body: one.state === 'sent' ? `${sums.accepted}` : (one.reason ?? ''),
        path: `/Channel/message/${one.id}`,
      });
    const { id: uuid, ...rest } = one;
    if (one.finishedAt) ended.push({ at: one.finishedAt, data: { broadcast: { uuid, ...rest, ...sums } } });
  }
  const written = await writeNotifications(transaction, await listPeople(transaction), things);
  const isHookNotified = await publishToHooks(transaction, 'broadcast.finished', ended);
  return { unannounced, written, isHookNotified };
}

async function sumsOf(transaction: AccountTransaction, id: BroadcastId) {
  const sums = { people: 0, accepted: 0, skipped: 0, failed: 0, unknown: 0, cost: 0 };
  for (const { state, count, paid } of await tallyRecipients(transaction, id)) {
    sums.people += count;
    sums.cost += paid;
    if (state !== 'pending' && state !== 'sending') sums[state] += count;
  }
  return sums;
}
