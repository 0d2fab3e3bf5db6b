import { AVATAR_MAX_BYTES } from '@hanasu/contract/accounts';
import type { EndpointOutput, EndpointRequest } from '@hanasu/contract/endpoint';
import type { UserId } from '@hanasu/contract/ids';
import type { listAudit as listAuditContract } from '@hanasu/contract/team';
import * as routesContract from '@hanasu/contract/team';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { Actor } from '../../../platform/http/context.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { readFileField } from '../../../platform/http/read-file-field.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { listOpen } from './invitations.store.ts';
import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  invitationView,
  readInvitation,
  resendInvitation,
} from './invitations.ts';
import {
  changeMember,
  listBelongings,
  listMembers,
  removeMember,
  type TeamDependencies,
  transferOwnership,
} from './members.ts';
import { listAccountsOf } from './memberships.store.ts';
import { changeAccount, changeLogo, createAccount, switchAccount } from './own-accounts.ts';

/** Above what can be open at once, with those that ran out lately. */
const INVITATIONS_MAX = 200;

/** Who shares an account, and what they did. */
export function addTeamRoutes(implement: Implement, dependencies: TeamDependencies): void {
  addAccountsOfOne(implement, dependencies);
  addMembers(implement, dependencies);
  addInvitations(implement, dependencies);
  implement(routesContract.listAudit, ({ query }, { session }) =>
    listAudit(dependencies.database, session, query),
  );
}

/** The accounts of one person. */
function addAccountsOfOne(implement: Implement, dependencies: AccountsDependencies): void {
  implement(routesContract.listAccounts, async (_input, { session }) => ({
    items: await dependencies.database.system((transaction) =>
      listAccountsOf(transaction, session.userId, session.accountId),
    ),
  }));
  implement(routesContract.createAccount, ({ body }, { session }) =>
    createAccount(dependencies, session, body),
  );
  implement(routesContract.changeAccount, ({ body }, { session }) =>
    changeAccount(dependencies, session, body),
  );
  implement(routesContract.uploadLogo, async (_input, { session, request }) => {
    const { bytes } = await readFileField(request, AVATAR_MAX_BYTES);
    return changeLogo(dependencies, session, bytes);
  });
  implement(routesContract.switchAccount, ({ params }, { session }) =>
    switchAccount(dependencies, session, params.uuid),
  );
}

function addMembers(implement: Implement, dependencies: TeamDependencies): void {
  implement(routesContract.listMembers, ({ query }, { session }) =>
    listMembers(dependencies.database, session, query),
  );
  implement(routesContract.changeMember, ({ params, body }, { session }) =>
    changeMember(dependencies, { actor: session, userId: params.uuid }, body.role),
  );
  implement(routesContract.listBelongings, ({ params }, { session }) =>
    listBelongings(dependencies.database, session, params.uuid),
  );
  implement(routesContract.removeMember, async ({ params, query }, { session }) => {
    await removeMember(dependencies, { actor: session, userId: params.uuid }, query);
    return undefined;
  });
  implement(routesContract.transferOwnership, async ({ body }, { session }) => {
    await transferOwnership(dependencies, session, body);
    return undefined;
  });
}

function addInvitations(implement: Implement, dependencies: AccountsDependencies): void {
  const { database } = dependencies;
  implement(routesContract.listInvitations, async (_input, { session }) => {
    const rows = await database.account(session.accountId, (transaction) =>
      listOpen(transaction, INVITATIONS_MAX),
    );
    return { items: rows.map(invitationView) };
  });
  implement(routesContract.createInvitation, ({ body }, { session }) =>
    createInvitation(dependencies, session, body),
  );
  implement(routesContract.resendInvitation, ({ params }, { session }) =>
    resendInvitation(dependencies, session, params.uuid),
  );
  implement(routesContract.deleteInvitation, async ({ params }, { session }) => {
    await deleteInvitation(dependencies, session, params.uuid);
    return undefined;
  });
  implement(routesContract.readInvitation, ({ body }) => readInvitation(database, body.code));
  implement(routesContract.acceptInvitation, ({ body }, { session }) =>
    acceptInvitation(dependencies, session, body.code),
  );
}

/** Who changed what, newest first. People who were erased have no name any more. */
async function listAudit(
  database: Database,
  { accountId }: Actor,
  { page, pageSize, userUuid: userId, q, from, to }: EndpointRequest<typeof listAuditContract>['query'],
): Promise<EndpointOutput<typeof listAuditContract>> {
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

interface AuditRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly action: string;
  readonly target: string;
  readonly data: Record<string, unknown>;
  readonly address: string | null;
  readonly userId: UserId | null;
  readonly userName: string | null;
}

interface AuditFilter {
  readonly q: string | undefined;
  readonly userId: UserId | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

const FILTER = `e.account_id = $1
  and ($2::text is null or e.action ilike '%' || $2 || '%' or e.target ilike '%' || $2 || '%')
  and ($3::uuid is null or e.user_id = $3)
  and ($4::timestamptz is null or e.created_at >= $4) and ($5::timestamptz is null or e.created_at < $5)`;

/** One page, newest first: ids rise with time, so the primary key is the order. */
async function listAuditPage(
  transaction: AccountTransaction,
  { q, userId, from, to, limit, offset }: AuditFilter,
): Promise<{ rows: AuditRow[]; total: number }> {
  const values = [transaction.accountId, q?.replaceAll(/[\\%_]/g, '\\$&'), userId, from, to];
  const rows = await transaction.rows<AuditRow>(
    `select e.id, e.created_at as "createdAt", e.action, e.target, e.data, e.address,
       u.id as "userId", u.display_name as "userName"
     from audit_events e left join users u on u.id = e.user_id
     where ${FILTER} order by e.id desc limit $6 offset $7`,
    [...values, limit, offset],
  );
  const count = await transaction.one<{ total: number }>(
    `select count(*)::int as total from audit_events e where ${FILTER}`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}
