import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { WebHookId } from '@hanasu/contract/ids';
import type { PageQuery } from '@hanasu/contract/page';
import type { listWebHookDeliveries } from '@hanasu/contract/web-hooks';
import type { Session } from '../../../platform/http/context.ts';
import { listDeliveries as listRows } from '../deliveries.store.ts';
import { existingHook, type WebHooksDependencies } from './hook-rules.ts';
import { deliveryView } from './hook-views.ts';

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
