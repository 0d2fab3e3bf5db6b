import type { AccountId, BotId } from '@hanasu/contract/ids';
import { LRUCache } from 'lru-cache';
import { createGuardedFetch, type GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import { createSettleConfirmations, type SettleConfirmations } from './confirmations/settle-confirmations.ts';
import type { OfferedTool, ToolDependencies, ToolDirectory, ToolFoundation } from './dependencies.ts';
import { API_LIMITS, createWorkflowDirectory } from './n8n/workflows.ts';
import { createToolBox, type ToolBox } from './tool-box.ts';
import { openTool } from './tool-secrets.ts';
import { listOfBot } from './tools.store.ts';

export interface ToolFeature extends ToolDependencies {
  /** Fetches from the public API of n8n. */
  readonly askApi: GuardedFetch;
  readonly toolBox: ToolBox;
  readonly settleConfirmations: SettleConfirmations;
}

/** Puts the feature together. Routes and box share what is remembered, so that a change counts at once. */
export function createToolFeature(foundation: ToolFoundation): ToolFeature {
  const directory = createToolDirectory(foundation);
  const askApi = createGuardedFetch({ privateHosts: foundation.privateHosts, ...API_LIMITS });
  const workflows = createWorkflowDirectory({ ...foundation, askApi });
  const dependencies = { ...foundation, directory, workflows };
  return {
    ...dependencies,
    askApi,
    toolBox: createToolBox(dependencies),
    settleConfirmations: createSettleConfirmations(dependencies),
  };
}

const REMEMBER_MS = 3_000;
const SIZE = 5_000;

interface Remembered {
  readonly accountId: AccountId;
  readonly tools: Promise<readonly OfferedTool[]>;
}

function createToolDirectory({ database, box, forms }: ToolFoundation): ToolDirectory {
  const known = new LRUCache<BotId, Remembered>({ max: SIZE, ttl: REMEMBER_MS });

  const read = (accountId: AccountId, botId: BotId): Promise<readonly OfferedTool[]> =>
    database.account(accountId, async (transaction) => {
      const rows = await listOfBot(transaction, botId);
      const offered: OfferedTool[] = [];
      for (const row of rows.filter(({ enabled }) => enabled)) {
        const { config } = row;
        const offer = config.kind === 'form' ? await forms.offer(transaction, config.formId) : null;
        offered.push({ ...openTool(box, row), offer });
      }
      return offered;
    });

  return {
    async of(accountId, botId) {
      const found = known.get(botId);
      if (found?.accountId === accountId) return found.tools;
      const tools = read(accountId, botId);
      known.set(botId, { accountId, tools });
      try {
        return await tools;
      } catch (error) {
        known.delete(botId);
        throw error;
      }
    },
    forget: (botId) => void known.delete(botId),
  };
}
