import type { WebHookDeliveryId, WebHookId } from '@hanasu/contract/ids';
import type { WebHookDeliveryView } from '@hanasu/contract/web-hooks';
import type { Session } from '../../../platform/http/context.ts';
import { requeue } from '../deliveries.store.ts';
import type { WebHooksDependencies } from './hook-rules.ts';
import { existingDelivery } from './test-web-hook.ts';

/** Sends it once more under its own id: who has it already can tell. */
export async function replayDelivery(
  { database, wake }: WebHooksDependencies,
  { accountId }: Session,
  { uuid, delivery }: { readonly uuid: WebHookId; readonly delivery: WebHookDeliveryId },
): Promise<WebHookDeliveryView> {
  const view = await database.account(accountId, async (transaction) => {
    await requeue(transaction, uuid, delivery);
    return existingDelivery(transaction, uuid, delivery);
  });
  wake();
  return view;
}
