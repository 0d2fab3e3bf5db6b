import type { EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import type { listAudit as contract } from '@hanasu/contract/team';
import type { Database } from '../../../../platform/database/database.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { listAuditPage } from '../audit.store.ts';

/** Who changed what, newest first. People who were erased have no name any more. */
export async function listAudit(
  database: Database,
  { accountId }: Actor,
  { page, pageSize, userUuid: userId, q, from, to }: EndpointRequest<typeof contract>['query'],
): Promise<EndpointOutput<typeof contract>> {
  const filter = { q, userId, from, to, limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await database.account(accountId, (transaction) =>
    listAuditPage(transaction, filter),
  );
  const items = rows.map((row) => ({
    uuid: row.id,
    createdAt: row.createdAt.toISOString(),
    action: row.action,
    target: row.target,
    data: row.data,
    actor: row.userId ? { uuid: row.userId, name: row.userName ?? '' } : null,
    address: row.address,
  }));
  return { items, total, page, pageSize };
}
