import * as contract from '@hanasu/contract/tools';
import { AppError } from '../../../platform/app-error.ts';
import type { Implement } from '../../../platform/http/implement.ts';
import type { ToolDependencies } from './dependencies.ts';
import { botExists, listOfBot } from './tools.store.ts';
import { changeTool, createTool, deleteTool, getTool, loadRemoteTools, testTool, toolView } from './tools.ts';

export function addToolRoutes(implement: Implement, dependencies: ToolDependencies): void {
  const { database } = dependencies;
  implement(contract.listTools, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const rows = await listOfBot(transaction, params.uuid);
      if (rows.length === 0 && !(await botExists(transaction, params.uuid))) {
        throw new AppError('not_found', 'Bot not found');
      }
      return { items: rows.map(toolView) };
    }),
  );
  implement(contract.createTool, ({ params, body }, { session }) =>
    createTool(dependencies, { actor: session, botId: params.uuid }, body),
  );
  implement(contract.getTool, ({ params }, { session }) =>
    database.account(session.accountId, async (transaction) =>
      toolView(await getTool(transaction, params.uuid)),
    ),
  );
  implement(contract.changeTool, ({ params, body }, { session }) =>
    changeTool(dependencies, { actor: session, id: params.uuid }, body),
  );
  implement(contract.deleteTool, async ({ params }, { session }) => {
    await deleteTool(dependencies, session, params.uuid);
    return undefined;
  });
  implement(contract.testTool, ({ params, body }, { session }) =>
    testTool(dependencies, { session, id: params.uuid }, body),
  );
  implement(contract.loadRemoteTools, async ({ params }, { session }) => ({
    items: await loadRemoteTools(dependencies, session, params.uuid),
  }));
}
