import type { BotSettings } from '@hanasu/contract/bots';
import { DEFAULT_BOT_SETTINGS } from '@hanasu/contract/bots';
import { DEFAULT_EMBED, type EmbedConfig, type EmbedSummary } from '@hanasu/contract/embed';
import type { AccountId, BotId, ChannelId } from '@hanasu/contract/ids';
import type { AccountTransaction, SystemTransaction } from '../../../platform/database/database.ts';

/** A bot and how it appears on web sites. */
export interface EmbedRow {
  readonly accountId: AccountId;
  /** Name of the shop. */
  readonly accountName: string;
  readonly logoKey: string | null;
  readonly botId: BotId;
  readonly name: string;
  readonly greeting: string;
  readonly settings: BotSettings;
  readonly isPublished: boolean;
  readonly showSources: boolean;
  /** Its channel; null: it never was on a site, or the channel was disconnected. */
  readonly channelId: ChannelId | null;
  /** `enabled` is the channel's: there is one, and it is not paused. */
  readonly config: EmbedConfig;
  readonly identitySecret: Buffer | null;
}

/** The kind of channel that a bot on web sites is. */
export const WEB = 'web';

type Stored = Omit<EmbedRow, 'config' | 'settings'> & {
  readonly accountColor: string | null;
  readonly config: Partial<EmbedConfig> | null;
  readonly enabled: boolean;
  readonly settings: Partial<BotSettings>;
};

const COLUMNS = `b.account_id as "accountId", a.name as "accountName", a.logo_key as "logoKey",
  a.color as "accountColor", b.id as "botId", b.name, b.greeting, b.settings,
  b.version > 0 as "isPublished", b.show_sources as "showSources", e.config, e.identity_secret as "identitySecret",
  ch.id as "channelId", coalesce(not ch.paused, false) as enabled`;
const TABLES = `bots b join accounts a on a.id = b.account_id
  left join embed_settings e on e.account_id = b.account_id and e.bot_id = b.id
  left join channels ch on ch.account_id = b.account_id and ch.kind = '${WEB}' and ch.external_id = b.id::text`;

function asRow(stored: Stored | null): EmbedRow | null {
  if (!stored) return null;
  const { enabled, accountColor, ...row } = stored;
  return {
    ...row,
    settings: { ...DEFAULT_BOT_SETTINGS, ...row.settings },
    config: { ...DEFAULT_EMBED, colour: accountColor ?? DEFAULT_EMBED.colour, ...row.config, enabled },
  };
}

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
      `select ${COLUMNS} from ${TABLES}
       where b.id = $1 and e.bot_id = $1 and (a.delete_at is null or a.delete_at > now())`,
      [botId],
    ),
  );

export async function saveEmbed(
  transaction: AccountTransaction,
  botId: BotId,
  { enabled: _, ...look }: EmbedConfig,
): Promise<void> {
  await transaction.run(
    `insert into embed_settings (account_id, bot_id, config) values ($1, $2, $3)
     on conflict (account_id, bot_id) do update set config = excluded.config, updated_at = now()`,
    [transaction.accountId, botId, JSON.stringify(look)],
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
    [transaction.accountId, botId, '{}', sealed],
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
    `select b.id as "botUuid", b.name, coalesce(not ch.paused, false) as enabled,
       coalesce(e.config->'sites', '[]'::jsonb) as sites,
       (select count(*)::int from visitors v where v.account_id = b.account_id and v.bot_id = b.id
         and v.last_seen_at > now() - interval '30 days') as visitors
     from ${TABLES} where ${FILTER}
     order by enabled desc, b.created_at desc, b.id desc
     limit $3 offset $4`,
    [...values, filter.limit, filter.offset],
  );
  const count = await transaction.one<{ total: number }>(
    `select count(*)::int as total from bots b where ${FILTER}`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}

/** Switched on before a bot on web sites was a channel. */
export const findWithoutChannel = (transaction: SystemTransaction) =>
  transaction.rows<{ accountId: AccountId; botId: BotId }>(
    `select account_id as "accountId", bot_id as "botId" from embed_settings where config->'enabled' = 'true'`,
  );

/** From now on the channel says whether it is on. */
export async function forgetEnabled(transaction: AccountTransaction, botId: BotId): Promise<void> {
  await transaction.run(
    `update embed_settings set config = config - 'enabled' where account_id = $1 and bot_id = $2`,
    [transaction.accountId, botId],
  );
}

/**
 * The secrets that sign visitors in, and who was signed in with them: whoever knows a secret can pass for any visitor,
 * and may have done so before.
 */
export async function forgetIdentities(
  transaction: SystemTransaction,
  accountIds: readonly AccountId[],
): Promise<void> {
  await transaction.run(
    `update embed_settings set identity_secret = null, config = config || '{"identityRequired": false}'
     where account_id = any($1) and identity_secret is not null`,
    [accountIds],
  );
  await transaction.run(
    'update visitors set external_id = null where account_id = any($1) and external_id is not null',
    [accountIds],
  );
}
