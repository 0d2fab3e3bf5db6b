import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { WebHookDeliveryId, WebHookId } from '@hanasu/contract/ids';
import type { PageQuery } from '@hanasu/contract/page';
import type { listWebHookDeliveries, WebHookDeliveryView } from '@hanasu/contract/web-hooks';
import type { Session } from '../../../platform/http/context.ts';
import { listDeliveries as listRows, requeue } from '../deliveries.store.ts';
import { existingHook, type WebHooksDependencies } from './hook-rules.ts';
import { deliveryView } from './hook-views.ts';
import { existingDelivery } from './test-web-hook.ts';

export const listDeliveries = (
  { database }: WebHooksDependencies,
  { accountId }: Session,
  hookId: WebHookId,
  { page, pageSize, q }: PageQuery,
): Promise<EndpointOutput<typeof listWebHookDeliveries>> =>
  database.account(accountId, async (transaction) => {
    await existingHook(transaction, hookId);
    const range = { event: q || undefined, limit: pageSize, offset: (page - 1) * pageSize };
    const { rows, total } = await listRows(transaction, hookId, range);
    return { items: rows.map(deliveryView), total, page, pageSize };
  });

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
