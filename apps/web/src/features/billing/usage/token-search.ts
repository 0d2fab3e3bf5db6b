import type { LedgerKind, UsageGroup } from '@hanasu/contract/billing';
import type { ApiKeyId, BotId, ChannelId, UserId } from '@hanasu/contract/ids';
import { isId, oneOf, page, search, textUpTo, time } from '../../../shell/search-params.ts';
import { TOKEN_TABS } from '../token-tabs.ts';

export const KINDS = [
  'call',
  'purchase',
  'grant',
  'refund',
  'expiry',
] as const satisfies readonly LedgerKind[];
/** What the usage is divided by beside days; the last two are for admins. */
export const GROUPS = ['bot', 'model', 'channel', 'key', 'person'] as const satisfies readonly UsageGroup[];
export type Group = (typeof GROUPS)[number];
/** The periods that the address names; 30 days are shown without it. */
const PERIOD_DAYS = [7, 90] as const;

/** `none`: entries without one. */
const idOrNone =
  <Id extends string>() =>
  (given: unknown): Id | 'none' | undefined =>
    given === 'none' || isId<Id>(given) ? given : undefined;

export const tokenSearch = search({
  tab: oneOf(TOKEN_TABS),
  page,
  kind: oneOf(KINDS),
  bot: idOrNone<BotId>(),
  model: textUpTo(200),
  channel: idOrNone<ChannelId>(),
  key: idOrNone<ApiKeyId>(),
  person: idOrNone<UserId>(),
  from: time,
  to: time,
  /** False: calls of models only, and none of the tries of a draft. */
  tests: (given) => (given === false ? given : undefined),
  days: (given) => PERIOD_DAYS.find((days) => days === given),
  by: oneOf(GROUPS),
});
export type TokenSearch = ReturnType<typeof tokenSearch>;

/** Filters of the address that narrow both the usage and the history. */
export type Narrowed = Pick<TokenSearch, Group | 'tests'>;
/** Filters of the history. */
export type HistoryFilter = Narrowed & Pick<TokenSearch, 'kind' | 'from' | 'to'>;

export const isNarrowed = (filter: Narrowed): boolean =>
  filter.tests === false || GROUPS.some((group) => filter[group] !== undefined);
export const isFiltered = (filter: HistoryFilter): boolean =>
  isNarrowed(filter) || Boolean(filter.kind ?? filter.from ?? filter.to);

/** The address without any filter. */
export const withoutFilters = ({ tab, days, by }: TokenSearch): TokenSearch => ({
  ...(tab && { tab }),
  ...(days && { days }),
  ...(by && { by }),
});

/** Leaves out what is not set, as addresses of the API do. */
const given = <Query extends object>(query: Query) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Query]?: Exclude<Query[Name], undefined>;
  };

export const narrowedQuery = ({ bot, model, channel, key, person, tests }: Narrowed) =>
  given({
    botUuid: bot,
    serviceUuid: model,
    channelUuid: channel,
    keyUuid: key,
    personUuid: person,
    tests: tests === false ? ('false' as const) : undefined,
  });

export const historyFilterQuery = ({ kind, from, to, ...narrowed }: HistoryFilter) => ({
  ...given({ kind, from, to }),
  ...narrowedQuery(narrowed),
});
