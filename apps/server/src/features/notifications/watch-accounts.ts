import { BUDGET_WARNING_SHARE } from '@hanasu/contract/budgets';
import type { AccountId, ChannelId, ModelKeyId, UserId } from '@hanasu/contract/ids';
import { DEFAULT_NOTIFY } from '@hanasu/contract/notify';
import type { Database, SystemTransaction } from '../../platform/database/database.ts';
import { budgets } from '../billing/public.ts';
import { budgetBody, type UsedBudget } from './budget-words.ts';
import { plainText } from './notification-text.ts';
import { channelEvent, type NotificationPublisher } from './publish-notifications.ts';
import type { NotificationEvent } from './resolve-recipients.ts';

const AT_ONCE = 500;

/** Finds low balances, used budgets, failing webhooks, refused model keys and rules in trouble, for which no event is published. */
export function createAccountWatcher(
  database: Database,
  { tellThings }: Pick<NotificationPublisher, 'tellThings'>,
): () => Promise<null> {
  return async () => {
    const [low, silent, refused, rules, expiring, used] = await database.system(async (transaction) => [
      await findLowBalances(transaction, AT_ONCE),
      await findSilentChannels(transaction, AT_ONCE),
      await findRefusedKeys(transaction, AT_ONCE),
      await findRulesInTrouble(transaction, AT_ONCE),
      await findExpiringLots(transaction, AT_ONCE),
      await findUsedBudgets(transaction, AT_ONCE),
    ]);
    const things = [
      ...low.map(({ accountId, userId, account, balance, toldBefore }): [AccountId, NotificationEvent] => [
        accountId,
        {
          event: 'balance_low',
          // Until it was high enough again, the one before stays the same.
          key: `balance_low:${toldBefore ?? 'first'}`,
          subject: plainText(account, 'subject'),
          body: String(balance),
          path: '/Token',
          only: userId,
        },
      ]),
      ...expiring.map((lot): [AccountId, NotificationEvent] => [
        lot.accountId,
        {
          event: 'tokens_expiring',
          key: `tokens_expiring:${lot.id}`,
          subject: plainText(lot.account, 'subject'),
          body: `${lot.tokens} ${lot.expiresAt}`,
          path: '/Token',
          only: lot.ownerId,
          always: ['desktop', 'email'],
        },
      ]),
      ...used.map((budget): [AccountId, NotificationEvent] => [
        budget.accountId,
        {
          event: 'budget_used',
          key: budget.key,
          subject: plainText(budget.name, 'subject'),
          body: budgetBody(budget),
          path: '/Token?tab=budgets',
          only: budget.userId,
          always: ['desktop', 'email'],
        },
      ]),
      ...refused.map((key): [AccountId, NotificationEvent] => [
        key.accountId,
        {
          event: 'model_key_refused',
          key: `model_key_refused:${key.id}:${key.since}`,
          subject: plainText(key.name, 'subject'),
          body: key.refusal,
          path: '/Account?tab=models',
          only: key.ownerId,
          always: ['desktop', 'email'],
        },
      ]),
      ...rules.map(({ accountId, key, name, trouble }): [AccountId, NotificationEvent] => [
        accountId,
        {
          event: 'rule_failed',
          key,
          subject: plainText(name, 'subject'),
          body: trouble,
          path: '/Channel/tag?tab=rules',
        },
      ]),
      ...silent.map((channel): [AccountId, NotificationEvent] => [
        channel.accountId,
        channelEvent(channel, 'webhook_failed', String(channel.lastInboundAt.getTime())),
      ]),
    ];
    for (const [accountId, ofAccount] of Map.groupBy(things, ([accountId]) => accountId)) {
      await tellThings(
        accountId,
        ofAccount.map(([, thing]) => thing),
      );
    }
    return null;
  };
}

interface LowBalance {
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly account: string;
  readonly balance: number;
  /** The last notification to this person about it; null: none in the last 30 days. */
  readonly toldBefore: string | null;
}

/**
 * Where the account never was given as many tokens as the usual threshold, this part of what it was given is low: a new
 * account starts with a fiftieth of its tokens, and does not run out of them on its first day.
 */
const LOW_PART = 20;

/**
 * Members for whom the balance of an account that uses tokens now is too low, and who got no notification since it last
 * was high enough. Balances are one short row an account; lots and entries are only read where one is low.
 */
const findLowBalances = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<LowBalance>(
    `with below as (
       select b.account_id, b.balance, m.user_id,
         coalesce((s.settings ->> 'balanceBelow')::bigint, $1) as threshold
       from token_balances b
         join memberships m on m.tenant_id = b.account_id
         left join notify_settings s on s.account_id = b.account_id and s.user_id = m.user_id
       where b.balance < coalesce((s.settings ->> 'balanceBelow')::bigint, $1)
         and (m.role <> 'viewer' or s.settings is not null)
         and exists (select from ledger_entries e
           where e.account_id = b.account_id and e.created_at > now() - interval '1 hour')),
     low as (
       select b.account_id, b.balance, b.user_id,
         case when g.given < b.threshold and b.threshold <= $1 then g.given / $3::bigint else b.threshold end as threshold
       from below b
         cross join lateral (select coalesce(sum(t.tokens), 0)::bigint as given from token_lots t
           where t.account_id = b.account_id) g)
     select l.account_id as "accountId", l.user_id as "userId", l.balance, a.name as account,
       told.id as "toldBefore"
     from low l join accounts a on a.id = l.account_id
       left join lateral (
         select n.id, n.created_at from notifications n
         where n.account_id = l.account_id and n.user_id = l.user_id and n.event = 'balance_low'
         order by n.created_at desc, n.id desc limit 1) told on true
     where l.balance < l.threshold and (told.id is null or exists (
       select from ledger_entries e
       where e.account_id = l.account_id and e.created_at > told.created_at and e.balance >= l.threshold))
     limit $2`,
    [DEFAULT_NOTIFY.balanceBelow, limit, LOW_PART],
  );

interface ExpiringLot {
  readonly accountId: AccountId;
  readonly account: string;
  readonly id: string;
  /** What will be left of it by then, as far as is known now. */
  readonly tokens: number;
  /** In the zone of the account: `2026-12-13T09:30`. */
  readonly expiresAt: string;
  readonly ownerId: UserId;
}

/**
 * Tokens that expire within 14 days, or within half of their life where that is shorter, each lot once. What was spent since
 * the lots were brought up to date is taken from them in the order of spending: granted ones first, then what ends first.
 */
const findExpiringLots = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<ExpiringLot>(
    `with due as (select distinct account_id from token_lots
         where left_tokens > 0 and expires_at between now() and now() + interval '14 days'),
       l as (select t.account_id, t.id, t.expires_at, t.created_at, t.left_tokens, sum(t.left_tokens) over spent as up_to,
           sum(t.left_tokens) over (partition by t.account_id) as total
         from token_lots t join due d on d.account_id = t.account_id where t.left_tokens > 0
         window spent as (partition by t.account_id order by t.kind = 'paid', t.expires_at nulls last, t.created_at, t.id))
     select l.account_id as "accountId", a.name as account, l.id, m.user_id as "ownerId",
       to_char(l.expires_at at time zone a.time_zone, 'YYYY-MM-DD"T"HH24:MI') as "expiresAt",
       least(l.left_tokens, l.up_to - (l.total - greatest(0, b.balance)))::bigint as tokens
     from l join token_balances b on b.account_id = l.account_id join accounts a on a.id = l.account_id
       join memberships m on m.tenant_id = l.account_id and m.role = 'owner'
     where l.expires_at between now() and now() + least(interval '14 days', (l.expires_at - l.created_at) / 2)
       and l.up_to > l.total - greatest(0, b.balance)
       and not exists (select from notifications n
         where n.account_id = l.account_id and n.key = 'tokens_expiring:' || l.id)
     limit $1`,
    [limit],
  );

interface BudgetInUse extends UsedBudget {
  readonly accountId: AccountId;
  readonly userId: UserId;
  /** Of the bot, the key or the account. */
  readonly name: string;
  readonly key: string;
}

/**
 * Budgets that are used up, or nearly: each once to every admin in a period, and again when its limit is changed. Without an economy
 * model one for economy models only pauses.
 */
const findUsedBudgets = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<BudgetInUse>(
    `select g.account_id as "accountId", m.user_id as "userId", g.period, s.stage,
       case when g.action = 'cheaper' and not ${budgets.HAS_ECONOMY_MODEL} then 'pause' else g.action end as action,
       g.api_key_id is not null as "isOfKey", coalesce(b.name, y.name, a.name) as name, k.key
     from budgets g join accounts a on a.id = g.account_id
       join memberships m on m.tenant_id = g.account_id and m.role in ('owner', 'admin')
       left join bots b on b.account_id = g.account_id and b.id = g.bot_id
       left join api_keys y on y.account_id = g.account_id and y.id = g.api_key_id
       cross join lateral (select case when ${budgets.SPENT} >= g.limit_tokens then 'used'
         when ${budgets.IS_REACHED} then 'short' else 'near' end as stage) s
       cross join lateral (select 'budget_used:' || g.id || ':' || greatest(g.starts_on, ${budgets.START})
         || ':' || g.limit_tokens || ':' || s.stage as key) k
     where (${budgets.SPENT} >= g.limit_tokens * ${BUDGET_WARNING_SHARE} or s.stage = 'short') and y.revoked_at is null
       and not exists (select from notifications n
         where n.account_id = g.account_id and n.user_id = m.user_id and n.key = k.key)
     limit $1`,
    [limit],
  );

interface RefusedKey {
  readonly accountId: AccountId;
  readonly id: ModelKeyId;
  readonly name: string;
  readonly refusal: string;
  /** Milliseconds: it stays the same until the key works again. */
  readonly since: string;
  readonly ownerId: UserId;
}

/** Model keys that stopped to work in the last week, and whose owner was not told since. */
const findRefusedKeys = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<RefusedKey>(
    `select k.account_id as "accountId", k.id, coalesce(nullif(k.name, ''), initcap(k.provider)) as name, coalesce(k.refusal, '') as refusal,
       floor(extract(epoch from k.refused_at) * 1000)::bigint::text as since, m.user_id as "ownerId"
     from model_keys k join memberships m on m.tenant_id = k.account_id and m.role = 'owner'
     where k.refused_at > now() - interval '7 days' and not exists (select from notifications n
       where n.account_id = k.account_id and n.user_id = m.user_id
         and n.key = 'model_key_refused:' || k.id || ':' || floor(extract(epoch from k.refused_at) * 1000)::bigint)
     limit $1`,
    [limit],
  );

interface SilentChannel {
  readonly accountId: AccountId;
  readonly id: ChannelId;
  readonly name: string;
  readonly lastInboundAt: Date;
}

/** Channels that have worked and whose webhook failed its last test, also that of a repair. */
const findSilentChannels = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<SilentChannel>(
    `select c.account_id as "accountId", c.id, c.name, c.last_inbound_at as "lastInboundAt" from channels c
     where c.webhook_state = 'failed' and not c.paused and c.last_inbound_at is not null
       and not exists (select from notifications n
         where n.account_id = c.account_id
           and n.key = 'channel_failed:' || c.id || ':webhook_failed:'
             || floor(extract(epoch from c.last_inbound_at) * 1000)::bigint)
     limit $1`,
    [limit],
  );

interface RuleInTrouble {
  readonly accountId: AccountId;
  readonly name: string;
  readonly trouble: string;
  readonly key: string;
}

/**
 * Rules that are broken since less than a week, each told once until it works again, and those of whose actions some failed
 * within a day, each told once a day.
 */
const findRulesInTrouble = (transaction: SystemTransaction, limit: number) =>
  transaction.rows<RuleInTrouble>(
    `select t.account_id as "accountId", t.name, t.trouble, t.key from (
       select r.account_id, coalesce(o.name, r.name) as name, 'broken' as trouble,
         'rule_failed:' || r.id || ':' || floor(extract(epoch from r.broken_at) * 1000)::bigint as key
       from action_rules r left join forms o on o.account_id = r.account_id and o.id = r.id
       where r.broken_at > now() - interval '7 days' and r.enabled_at is not null
       union all
       select distinct r.account_id, coalesce(o.name, r.name), 'failed', 'rule_failed:' || r.id || ':' || n.at::date
       from action_runs n join action_rules r on r.account_id = n.account_id and r.id = n.rule_id
         left join forms o on o.account_id = r.account_id and o.id = r.id
       where n.state = 'failed' and n.reason not in ('no_conversation', 'unsubscribed') and n.at > now() - interval '1 day') t
     where not exists (select from notifications d where d.account_id = t.account_id and d.key = t.key)
     limit $1`,
    [limit],
  );
