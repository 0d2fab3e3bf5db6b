import * as contract from '@hanasu/contract/groups';
import { AppError } from '../../../platform/app-error.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import { findGroup, groupView, listPage } from './groups.store.ts';
import type { BotGroupRouter } from './use-cases/choose-bot.ts';
import { changeGroup, createGroup, deleteGroup, type GroupDependencies } from './use-cases/groups.ts';

export interface GroupRouteDependencies extends GroupDependencies {
  readonly router: BotGroupRouter;
}

const missing = () => new AppError('not_found', 'There is no such group');

export function addGroupRoutes(implement: Implement, dependencies: GroupRouteDependencies): void {
  const { database, router } = dependencies;
  implement(contract.listGroups, ({ query }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const { page, pageSize, q } = query;
      const { rows, total } = await listPage(transaction, {
        q,
        limit: pageSize,
        offset: (page - 1) * pageSize,
      });
      return { items: rows.map(groupView), total, page, pageSize };
    }),
  );
  implement(contract.createGroup, ({ body }, { session }) => createGroup(dependencies, session, body));
  implement(contract.getGroup, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const row = await findGroup(transaction, params.uuid);
      if (!row) throw missing();
      return groupView(row);
    }),
  );
  implement(contract.updateGroup, ({ params, body }, { session }) =>
    changeGroup(dependencies, session, params.uuid, body),
  );
  implement(contract.deleteGroup, async ({ params }, { session }) => {
    await deleteGroup(dependencies, session, params.uuid);
    return undefined;
  });
  implement(contract.testGroup, async ({ params, body }, { session }) => {
    const outcome = await router.choose({
      accountId: session.accountId,
      groupId: params.uuid,
      text: body.message,
      history: body.history,
      previousBotId: body.previousBotUuid,
    });
    if (outcome.kind === 'not-found') throw missing();
    return outcome.why;
  });
}
