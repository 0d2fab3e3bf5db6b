import type { AccountId } from '@hanasu/contract/ids';
import type { Database } from '../../platform/database/database.ts';
import { plainWords } from './notification-text.ts';
import { channelEvent, type NotificationPublisher } from './publish-notifications.ts';
import type { NotificationEvent } from './resolve-recipients.ts';
import { findLowBalances, findSilentChannels } from './watch.store.ts';

const AT_ONCE = 500;

/** For a pump: notices what nobody tells, that is balances that are low and webhooks that fail. */
export function createAccountWatcher(
  database: Database,
  { tellThings }: Pick<NotificationPublisher, 'tellThings'>,
): () => Promise<null> {
  return async () => {
    const [low, silent] = await database.system(async (transaction) => [
      await findLowBalances(transaction, AT_ONCE),
      await findSilentChannels(transaction, AT_ONCE),
    ]);
    const things = [
      ...low.map(({ accountId, userId, account, balance, toldBefore }): [AccountId, NotificationEvent] => [
        accountId,
        {
          event: 'balance_low',
          // Until it was high enough again, the one before stays the same.
          key: `balance_low:${toldBefore ?? 'first'}`,
          subject: plainWords(account, 'subject'),
          body: String(balance),
          path: '/Token',
          only: userId,
        },
      ]),
      ...silent.map((channel): [AccountId, NotificationEvent] => [
        channel.accountId,
        channelEvent(channel, 'webhook_failed', String(channel.lastInboundAt.getTime())),
      ]),
    ];
    for (const [accountId, ofAccount] of Map.groupBy(things, ([accountId]) => accountId)) {
      await tellThings(
        accountId,
        ofAccount.map(([, thing]) => thing),
      );
    }
    return null;
  };
}
