import type { BotId, ToolId } from '@hanasu/contract/ids';
import type { ToolConfig } from '@hanasu/contract/tools';
import type { AccountTransaction } from '../../../platform/database/database.ts';

export interface ToolRow {
  readonly id: ToolId;
  readonly botId: BotId;
  readonly name: string;
  readonly description: string;
  readonly config: ToolConfig;
  /** Sealed. */
  readonly secrets: Buffer | null;
  readonly enabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** `updatedAt` with all its digits. */
  readonly version: string;
  readonly failure: string | null;
}

const COLUMNS = `id, bot_id as "botId", name, description, config, secrets, enabled,
  created_at as "createdAt", updated_at as "updatedAt", updated_at::text as version, failure`;

/** Holds the bot, so that tools are added to it one at a time; false when there is none. */
export async function holdBot(transaction: AccountTransaction, botId: BotId): Promise<boolean> {
  const sql = 'select id from bots where account_id = $1 and id = $2 for update';
  return (await transaction.one(sql, [transaction.accountId, botId])) !== null;
}

export async function botExists(transaction: AccountTransaction, botId: BotId): Promise<boolean> {
  const sql = 'select id from bots where account_id = $1 and id = $2';
  return (await transaction.one(sql, [transaction.accountId, botId])) !== null;
}

export const listOfBot = (transaction: AccountTransaction, botId: BotId) =>
  transaction.rows<ToolRow>(
    `select ${COLUMNS} from bot_tools where account_id = $1 and bot_id = $2 order by position, id`,
    [transaction.accountId, botId],
  );

export const findTool = (transaction: AccountTransaction, id: ToolId, options: { hold?: boolean } = {}) =>
  transaction.one<ToolRow>(
    `select ${COLUMNS} from bot_tools where account_id = $1 and id = $2${options.hold ? ' for update' : ''}`,
    [transaction.accountId, id],
  );

type NewTool = Omit<ToolRow, 'createdAt' | 'updatedAt' | 'version' | 'failure'>;

/** False when the bot has a tool of this name. */
export async function insertTool(transaction: AccountTransaction, tool: NewTool): Promise<boolean> {
  const written = await transaction.run(
    `insert into bot_tools (account_id, id, bot_id, kind, name, description, config, secrets, enabled, position)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9,
       coalesce(max(position), 0) + 1 from bot_tools where account_id = $1 and bot_id = $3
     on conflict (account_id, bot_id, name) do nothing`,
    [
      transaction.accountId,
      tool.id,
      tool.botId,
      tool.config.kind,
      tool.name,
      tool.description,
      JSON.stringify(tool.config),
      tool.secrets,
      tool.enabled,
    ],
  );
  return written > 0;
}

/** False when another tool of the bot has this name. The bot is held by the caller. */
export async function updateTool(transaction: AccountTransaction, tool: NewTool): Promise<boolean> {
  const written = await transaction.run(
    `update bot_tools set name = $3, description = $4, config = $5, secrets = $6, enabled = $7, updated_at = now(),
       failure = null, failed_at = null
     where account_id = $1 and id = $2 and not exists (select 1 from bot_tools o
       where o.account_id = $1 and o.bot_id = $8 and o.name = $3 and o.id <> $2)`,
    [
      transaction.accountId,
      tool.id,
      tool.name,
      tool.description,
      JSON.stringify(tool.config),
      tool.secrets,
      tool.enabled,
      tool.botId,
    ],
  );
  return written > 0;
}

export async function deleteToolRow(transaction: AccountTransaction, id: ToolId): Promise<void> {
  await transaction.run('delete from bot_tools where account_id = $1 and id = $2', [
    transaction.accountId,
    id,
  ]);
}
