import type { WebHookDeliveryId, WebHookId } from '@hanasu/contract/ids';
import type { WebHookDeliveryView } from '@hanasu/contract/web-hooks';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountTransaction } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/context.ts';
import { newId } from '../../../platform/ids.ts';
import { findDelivery, insertDeliveries } from '../deliveries.store.ts';
import { envelope } from '../domain/hook-event.ts';
import { existingHook, type WebHooksDependencies } from './hook-rules.ts';
import { deliveryView } from './hook-views.ts';

/** Also a hook that is switched off can be tried. */
export async function testWebHook(
  { database, wake }: WebHooksDependencies,
  { accountId }: Session,
  hookId: WebHookId,
): Promise<WebHookDeliveryView> {
  const view = await database.account(accountId, async (transaction) => {
    await existingHook(transaction, hookId);
    const id = newId<WebHookDeliveryId>();
    const payload = envelope('test', new Date(transaction.now()), {
      hookUuid: hookId,
      text: 'Hello from Hanasu',
    });
    await insertDeliveries(transaction, [{ id, hookId, event: 'test', payload }]);
    return existingDelivery(transaction, hookId, id);
  });
  wake();
  return view;
}

export async function existingDelivery(
  transaction: AccountTransaction,
  hookId: WebHookId,
  id: WebHookDeliveryId,
): Promise<WebHookDeliveryView> {
  const row = await findDelivery(transaction, hookId, id);
  if (!row) throw new AppError('not_found', 'There is no such delivery');
  return deliveryView(row);
}
