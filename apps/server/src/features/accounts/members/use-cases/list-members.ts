import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { PageQuery } from '@hanasu/contract/page';
import type { listMembers as contract } from '@hanasu/contract/team';
import type { Database } from '../../../../platform/database/database.ts';
import type { Actor } from '../../../../platform/http/context.ts';
import { isAtLeast } from '../domain/roles.ts';
import { listMembersPage } from '../members.store.ts';
import { memberView } from './member-view.ts';

/** Addresses are shown to those alone who may invite. */
export async function listMembers(
  database: Database,
  actor: Actor,
  { q, page, pageSize }: PageQuery,
): Promise<EndpointOutput<typeof contract>> {
  const withEmail = isAtLeast(actor.role, 'admin');
  const { rows, total } = await database.account(actor.accountId, (transaction) =>
    listMembersPage(transaction, { q, byEmail: withEmail, limit: pageSize, offset: (page - 1) * pageSize }),
  );
  return { items: rows.map((row) => memberView(row, { withEmail })), total, page, pageSize };
}
