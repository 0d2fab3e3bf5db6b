import type { BotActivity, BotView } from '@hanasu/contract/bots';

export const STATE_FILTERS = ['live', 'paused', 'draft'] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];
export const BOT_SORTS = ['busy', 'new', 'name'] as const;
type BotSort = (typeof BOT_SORTS)[number];

/** With changes that are not published a bot is live still. */
export const isIn = ({ state }: Pick<BotView, 'state'>, filter: StateFilter): boolean =>
  filter === (state === 'changed' ? 'live' : state);

interface Arrangement {
  state: StateFilter | undefined;
  sort: BotSort;
  activity: ReadonlyMap<string, BotActivity>;
  locale: string;
}

/** The bots of one state, those with most conversations first unless told otherwise. */
export function arrangeBots<Bot extends Pick<BotView, 'uuid' | 'name' | 'state' | 'createdAt'>>(
  bots: readonly Bot[],
  { state, sort, activity, locale }: Arrangement,
): Bot[] {
  const busyness = ({ uuid }: Bot) => activity.get(uuid)?.conversations ?? 0;
  const newest = (one: Bot, other: Bot) => other.createdAt.localeCompare(one.createdAt);
  const order: Record<BotSort, (one: Bot, other: Bot) => number> = {
    busy: (one, other) => busyness(other) - busyness(one) || newest(one, other),
    new: newest,
    name: (one, other) => one.name.localeCompare(other.name, locale, { numeric: true }),
  };
  return bots.filter((bot) => state === undefined || isIn(bot, state)).toSorted(order[sort]);
}
