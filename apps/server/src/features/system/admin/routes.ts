import * as contract from '@hanasu/contract/admin';
import type { Implement } from '../../../platform/http/implement.ts';
import type { AdminDependencies } from './dependencies.ts';
import { eraseAccount, listAccounts, suspend } from './use-cases/accounts.ts';
import { readQueues, retryQueue } from './use-cases/queues.ts';
import { hideBot, reportedBots } from './use-cases/reported-bots.ts';

export function addAdminRoutes(implement: Implement, dependencies: AdminDependencies): void {
  const { database } = dependencies;
  implement(contract.adminAccounts, ({ query }) => listAccounts(database, query));
  implement(contract.suspendAccount, async ({ params }, { session }) => {
    await suspend(dependencies, session, params.uuid, true);
    return undefined;
  });
  implement(contract.resumeAccount, async ({ params }, { session }) => {
    await suspend(dependencies, session, params.uuid, false);
    return undefined;
  });
  implement(contract.eraseAccount, async ({ params, body }, { session }) => {
    await eraseAccount(dependencies, session, params.uuid, body);
    return undefined;
  });
  implement(contract.reportedBots, async () => ({ items: await reportedBots(database) }));
  implement(contract.takeDownBot, async ({ params }, { session }) => {
    await hideBot(database, session, params.uuid, true);
    return undefined;
  });
  implement(contract.putBackBot, async ({ params }, { session }) => {
    await hideBot(database, session, params.uuid, false);
    return undefined;
  });
  implement(contract.queues, async () => ({ items: await readQueues(database) }));
  implement(contract.retryQueue, async ({ params }, { session }) => ({
    retried: await retryQueue(dependencies, session, params.name),
  }));
}
