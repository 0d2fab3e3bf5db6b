import type { AccountId, BotId } from '@hanasu/contract/ids';
import { LRUCache } from 'lru-cache';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { Database } from '../../../platform/database/database.ts';
import { createSettleConfirmations, type SettleConfirmations } from './confirmations/settle-confirmations.ts';
import type { ToolDependencies, ToolFoundation } from './dependencies.ts';
import { createToolBox, type ToolBox } from './tool-box.ts';
import { type OpenTool, openTool } from './tool-secrets.ts';
import { listOfBot } from './tools.store.ts';

export interface ToolFeature extends ToolDependencies {
  readonly toolBox: ToolBox;
  readonly settleConfirmations: SettleConfirmations;
}

/** Puts the feature together. Routes and box share what is remembered, so that a change counts at once. */
export function createToolFeature(foundation: ToolFoundation): ToolFeature {
  const directory = createToolDirectory(foundation.database, foundation.box);
  const dependencies = { ...foundation, directory };
  return {
    ...dependencies,
    toolBox: createToolBox(dependencies),
    settleConfirmations: createSettleConfirmations(dependencies),
  };
}

/** The tools of bots that are switched on, without asking the database for every answer. */
export interface ToolDirectory {
  of(accountId: AccountId, botId: BotId): Promise<readonly OpenTool[]>;
  /** Tools of this bot were changed here; other processes notice within a moment. */
  forget(botId: BotId): void;
}

const REMEMBER_MS = 3_000;
const SIZE = 5_000;

interface Remembered {
  readonly accountId: AccountId;
  readonly tools: Promise<readonly OpenTool[]>;
}

function createToolDirectory(database: Database, box: SecretBox): ToolDirectory {
  const known = new LRUCache<BotId, Remembered>({ max: SIZE, ttl: REMEMBER_MS });

  const read = (accountId: AccountId, botId: BotId): Promise<readonly OpenTool[]> =>
    database.account(accountId, async (transaction) => {
      const rows = await listOfBot(transaction, botId);
      return rows.filter(({ enabled }) => enabled).map((row) => openTool(box, row));
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
