import * as contract from '@hanasu/contract/curated';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { findById } from './bots.store.ts';
import { listCurated } from './curated.store.ts';
import type { FindCurated } from './find-curated.ts';
import { changeCurated, createCurated, deleteCurated, tryCurated } from './use-cases/curated-answers.ts';
import { curatedView } from './use-cases/curated-view.ts';

export interface CuratedDependencies {
  readonly database: Database;
  readonly find: FindCurated;
}

export function addCuratedRoutes(implement: Implement, dependencies: CuratedDependencies): void {
  const { database } = dependencies;
  implement(contract.listCurated, ({ params, query }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      if (!(await findById(transaction, params.uuid)))
        throw new AppError('not_found', 'There is no such bot');
      const { q, page, pageSize } = query;
      const filter = { botId: params.uuid, q, limit: pageSize, offset: (page - 1) * pageSize };
      const { rows, total } = await listCurated(transaction, filter);
      return { items: rows.map(curatedView), total, page, pageSize };
    }),
  );
  implement(contract.createCurated, ({ params, body }, { session }) =>
    createCurated(database, session, params.uuid, body),
  );
  implement(contract.tryCurated, ({ params, body }, { session }) =>
    tryCurated(dependencies, session, params.uuid, body.message),
  );
  implement(contract.updateCurated, ({ params, body }, { session }) =>
    changeCurated(database, session, params.uuid, body),
  );
  implement(contract.deleteCurated, async ({ params }, { session }) => {
    await deleteCurated(database, session, params.uuid);
    return undefined;
  });
}
