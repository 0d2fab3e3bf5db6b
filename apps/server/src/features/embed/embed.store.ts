import type { BotSettings } from '@hanasu/contract/bots';
import { DEFAULT_BOT_SETTINGS } from '@hanasu/contract/bots';
import { DEFAULT_EMBED, type EmbedConfig, type EmbedSummary } from '@hanasu/contract/embed';
import type { AccountId, BotId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../platform/database/database.ts';

/** A bot and how it appears on web sites. */
export interface EmbedRow {
  readonly accountId: AccountId;
  readonly botId: BotId;
  readonly name: string;
  readonly greeting: string;
  readonly settings: BotSettings;
  readonly isPublished: boolean;
  readonly config: EmbedConfig;
  readonly identitySecret: Buffer | null;
}

type Stored = Omit<EmbedRow, 'config' | 'settings'> & {
  readonly config: Partial<EmbedConfig> | null;
  readonly settings: Partial<BotSettings>;
};

const COLUMNS = `b.account_id as "accountId", b.id as "botId", b.name, b.greeting, b.settings,
  b.version > 0 as "isPublished", e.config, e.identity_secret as "identitySecret"`;
const TABLES = 'bots b left join embed_settings e on e.account_id = b.account_id and e.bot_id = b.id';

const asRow = (row: Stored | null): EmbedRow | null =>
  row && {
    ...row,
    settings: { ...DEFAULT_BOT_SETTINGS, ...row.settings },
    config: { ...DEFAULT_EMBED, ...row.config },
  };

export const findOwnEmbed = async (transaction: AccountTransaction, botId: BotId) =>
  asRow(
    await transaction.one<Stored>(`select ${COLUMNS} from ${TABLES} where b.account_id = $1 and b.id = $2`, [
      transaction.accountId,
      botId,
    ]),
  );

/** By the bot alone, for browsers that know nothing else. Null also while its account is being erased. */
export const findEmbed = async (transaction: SystemTransaction, botId: BotId) =>
  asRow(
    await transaction.one<Stored>(
      `select ${COLUMNS} from ${TABLES} join accounts a on a.id = b.account_id
       where b.id = $1 and e.bot_id = $1 and (a.delete_at is null or a.delete_at > now())`,
      [botId],
    ),
  );

export async function saveEmbed(
  transaction: AccountTransaction,
  botId: BotId,
  config: EmbedConfig,
): Promise<void> {
  await transaction.run(
    `insert into embed_settings (account_id, bot_id, config) values ($1, $2, $3)
     on conflict (account_id, bot_id) do update set config = excluded.config, updated_at = now()`,
    [transaction.accountId, botId, JSON.stringify(config)],
  );
}

export async function saveIdentitySecret(
  transaction: AccountTransaction,
  botId: BotId,
  sealed: Buffer,
): Promise<void> {
  await transaction.run(
    `insert into embed_settings (account_id, bot_id, config, identity_secret) values ($1, $2, $3, $4)
     on conflict (account_id, bot_id) do update set identity_secret = excluded.identity_secret, updated_at = now()`,
    [transaction.accountId, botId, JSON.stringify(DEFAULT_EMBED), sealed],
  );
}

const FILTER = `b.account_id = $1 and ($2::text is null or b.name ilike '%' || $2 || '%')`;

/** Bots that appear on sites first. `%` and `_` in the search are letters like any other. */
export async function listEmbeds(
  transaction: AccountTransaction,
  filter: { readonly q: string | undefined; readonly limit: number; readonly offset: number },
): Promise<{ rows: EmbedSummary[]; total: number }> {
  const values = [transaction.accountId, filter.q?.replaceAll(/[\\%_]/g, '\\$&')];
  const rows = await transaction.rows<EmbedSummary>(
    `select b.id as "botUuid", b.name, coalesce((e.config->>'enabled')::boolean, false) as enabled,
       coalesce(e.config->'sites', '[]'::jsonb) as sites,
       (select count(*)::int from visitors v where v.account_id = b.account_id and v.bot_id = b.id
         and v.last_seen_at > now() - interval '30 days') as visitors
     from ${TABLES} where ${FILTER}
     order by coalesce((e.config->>'enabled')::boolean, false) desc, b.created_at desc, b.id desc
     limit $3 offset $4`,
    [...values, filter.limit, filter.offset],
  );
  const count = await transaction.one<{ total: number }>(
    `select count(*)::int as total from bots b where ${FILTER}`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}
