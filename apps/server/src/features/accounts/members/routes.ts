import * as contract from '@hanasu/contract/team';
import type { Implement } from '../../../platform/http/implement.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import type { TeamDependencies } from './dependencies.ts';
import { listOpen } from './invitations.store.ts';
import { listAccountsOf } from './memberships.store.ts';
import { invitationView } from './use-cases/invitation-view.ts';
import {
  acceptInvitation,
  createInvitation,
  deleteInvitation,
  readInvitation,
  resendInvitation,
} from './use-cases/invitations.ts';
import { listAudit } from './use-cases/list-audit.ts';
import {
  changeMember,
  listBelongings,
  listMembers,
  removeMember,
  transferOwnership,
} from './use-cases/members.ts';
import { changeAccount, createAccount, switchAccount } from './use-cases/own-accounts.ts';

/** Above what can be open at once, with those that ran out lately. */
const INVITATIONS_MAX = 200;

/** Who shares an account, and what they did. */
export function addTeamRoutes(implement: Implement, dependencies: TeamDependencies): void {
  addAccountsOfOne(implement, dependencies);
  addMembers(implement, dependencies);
  addInvitations(implement, dependencies);
  implement(contract.listAudit, ({ query }, { session }) => listAudit(dependencies.database, session, query));
}

/** The accounts of one person. */
function addAccountsOfOne(implement: Implement, dependencies: AccountsDependencies): void {
  implement(contract.listAccounts, async (_input, { session }) => ({
    items: await dependencies.database.system((transaction) =>
      listAccountsOf(transaction, session.userId, session.accountId),
    ),
  }));
  implement(contract.createAccount, ({ body }, { session }) => createAccount(dependencies, session, body));
  implement(contract.changeAccount, ({ body }, { session }) => changeAccount(dependencies, session, body));
  implement(contract.switchAccount, ({ params }, { session }) =>
    switchAccount(dependencies, session, params.uuid),
  );
}

function addMembers(implement: Implement, dependencies: TeamDependencies): void {
  implement(contract.listMembers, ({ query }, { session }) =>
    listMembers(dependencies.database, session, query),
  );
  implement(contract.changeMember, ({ params, body }, { session }) =>
    changeMember(dependencies, session, params.uuid, body.role),
  );
  implement(contract.listBelongings, ({ params }, { session }) =>
    listBelongings(dependencies.database, session, params.uuid),
  );
  implement(contract.removeMember, async ({ params, query }, { session }) => {
    await removeMember(dependencies, session, params.uuid, query);
    return undefined;
  });
  implement(contract.transferOwnership, async ({ body }, { session }) => {
    await transferOwnership(dependencies, session, body);
    return undefined;
  });
}

function addInvitations(implement: Implement, dependencies: AccountsDependencies): void {
  const { database } = dependencies;
  implement(contract.listInvitations, async (_input, { session }) => {
    const rows = await database.account(session.accountId, (transaction) =>
      listOpen(transaction, INVITATIONS_MAX),
    );
    return { items: rows.map(invitationView) };
  });
  implement(contract.createInvitation, ({ body }, { session }) =>
    createInvitation(dependencies, session, body),
  );
  implement(contract.resendInvitation, ({ params }, { session }) =>
    resendInvitation(dependencies, session, params.uuid),
  );
  implement(contract.deleteInvitation, async ({ params }, { session }) => {
    await deleteInvitation(dependencies, session, params.uuid);
    return undefined;
  });
  implement(contract.readInvitation, ({ body }) => readInvitation(database, body.code));
  implement(contract.acceptInvitation, ({ body }, { session }) =>
    acceptInvitation(dependencies, session, body.code),
  );
}
