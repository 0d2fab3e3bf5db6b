import * as contract from '@hanasu/contract/bots';
import { AppError } from '../../platform/app-error.ts';
import type { Implement } from '../../platform/http/implement.ts';
import { deleteBot, findById, listPage } from './bots.store.ts';
import { botView } from './use-cases/bot-view.ts';
import { type BotDependencies, changeBot, createBot } from './use-cases/save-bot.ts';

export function addBotRoutes(implement: Implement, dependencies: BotDependencies): void {
  const { database } = dependencies;
  implement(contract.listBots, ({ query }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const offset = (query.page - 1) * query.pageSize;
      const { rows, total } = await listPage(transaction, { q: query.q, limit: query.pageSize, offset });
      return { items: rows.map(botView), total, page: query.page, pageSize: query.pageSize };
    }),
  );
  implement(contract.createBot, ({ body }, { session }) => createBot(dependencies, session, body));
  implement(contract.getBot, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const row = await findById(transaction, params.uuid);
      if (!row) throw new AppError('not_found', 'There is no such bot');
      return botView(row);
    }),
  );
  implement(contract.updateBot, ({ params, body }, { session }) =>
    changeBot(dependencies, session, params.uuid, body),
  );
  implement(contract.deleteBot, async ({ params }, { session }) => {
    const deleted = await database.account(session.accountId, (transaction) =>
      deleteBot(transaction, params.uuid),
    );
    if (!deleted) throw new AppError('not_found', 'There is no such bot');
    return undefined;
  });
}
