import * as contract from '@hanasu/contract/friends';
import { AppError } from '../../platform/app-error.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { findFriend } from './contacts.store.ts';
import { friendPage, refreshFriend } from './contacts.ts';
import type { FriendDependencies } from './dependencies.ts';
import { resumeSync, startSync, stopSync } from './sync/start-sync.ts';
import { listSyncs } from './sync/syncs.store.ts';

export function addFriendRoutes(implement: Implement, dependencies: FriendDependencies): void {
  const { database } = dependencies;
  implement(contract.listFriends, ({ query }, { session }) => friendPage(database, session, query));
  implement(contract.getFriend, async ({ params }, { session }) => {
    const friend = await database.account(session.accountId, (transaction) =>
      findFriend(transaction, params.uuid),
    );
    if (!friend) throw new AppError('not_found', 'There is no such friend');
    return friend;
  });
  implement(contract.refreshFriend, ({ params }, { session }) =>
    refreshFriend(dependencies, session, params.uuid),
  );
  implement(contract.reloadCustomers, async ({ body }, { session }) => ({
    items: await startSync(dependencies, session, body.channelUuid),
  }));
  implement(contract.listSyncs, async (_input, { session }) => ({
    items: await database.account(session.accountId, listSyncs),
  }));
  implement(contract.stopSync, ({ params }, { session }) => stopSync(dependencies, session, params.uuid));
  implement(contract.resumeSync, ({ params }, { session }) => resumeSync(dependencies, session, params.uuid));
}
