import type { ChannelAdapter } from '@hanasu/channels/spec/channel';
import type { AccountId, ChannelId } from '@hanasu/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import { conversations, deliveries } from '../../inbox/public.ts';
import { findOwed, hastenDeliveries, requeueDeliveries } from '../outbox.store.ts';

/** An answer that is older says nothing to its customer any more. */
const OWED_MS = 48 * 60 * 60_000;

/** After a channel was connected again: sends what was refused for its access, while its customers can be written to. */
export async function sendOwed(
  database: Database,
  channel: { readonly accountId: AccountId; readonly id: ChannelId; readonly adapter: ChannelAdapter },
): Promise<void> {
  const { window } = channel.adapter.manifest.limits;
  const openMs = Math.min(OWED_MS, window?.openMs ?? OWED_MS);
  await database.account(channel.accountId, async (transaction) => {
    await hastenDeliveries(transaction, channel.id);
    for (const { messageId, conversationId, waitsForIt } of await findOwed(transaction, channel.id, openMs)) {
      const bots = { handling: 'bot', operatorId: null, waitingReason: null } as const;
      if (waitsForIt) await conversations.updateHandling(transaction, conversationId, bots);
      await requeueDeliveries(transaction, messageId);
      await deliveries.redeliver(transaction, messageId);
    }
  });
}
