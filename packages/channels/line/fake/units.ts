import { bodyErrors, type ChannelRoute, type FakeAnswer, type FakeWorld, ok, refuse } from './answer.ts';
import { monthOf } from './quota.ts';
import { page } from './routes-account.ts';
import { type FakeChannel, key } from './state.ts';

const NAME = /^[a-zA-Z0-9_]{1,30}$/;
const MOST_NAMES = 1_000;
const MOST_LISTED = 100;

/** Names under which pushes and multicasts are counted together. */
export const unitRoutes: readonly ChannelRoute[] = [
  {
    host: 'api',
    method: 'GET',
    path: /^\/v2\/bot\/message\/aggregation\/info$/,
    auth: 'channel',
    handle: (world, channel) => ok({ numOfCustomAggregationUnits: namesOf(world, channel).length }),
  },
  {
    host: 'api',
    method: 'GET',
    path: /^\/v2\/bot\/message\/aggregation\/list$/,
    auth: 'channel',
    handle(world, channel, request) {
      const limit = Number(request.query.get('limit') ?? MOST_LISTED);
      if (!Number.isInteger(limit) || limit < 1 || limit > MOST_LISTED) {
        return refuse(400, "The value for the 'limit' parameter is invalid");
      }
      return page(world, namesOf(world, channel), { name: 'customAggregationUnits', limit, request });
    },
  },
];

const monthly = ({ channelId }: FakeChannel, now: number): string => key(channelId, `${monthOf(now)}/`);

function namesOf({ state, now }: FakeWorld, channel: FakeChannel): string[] {
  const start = monthly(channel, now());
  return [...state.units.keys()]
    .filter((name) => name.startsWith(start))
    .map((name) => name.slice(start.length));
}

export function checkUnits(given: unknown): FakeAnswer | null {
  if (given === undefined) return null;
  const property = 'customAggregationUnits';
  if (!Array.isArray(given) || given.length !== 1) {
    return bodyErrors([{ message: 'Size must be between 1 and 1', property }]);
  }
  const isName = typeof given[0] === 'string' && NAME.test(given[0]);
  return isName ? null : bodyErrors([{ message: 'invalid value', property: `${property}[0]` }]);
}

/** The vendor says nothing of a name too many; it counts for nothing. */
export function assignUnits(world: FakeWorld, channel: FakeChannel, given: unknown): void {
  const { state, now } = world;
  const known = namesOf(world, channel).length;
  for (const name of Array.isArray(given) ? given : []) {
    const stored = `${monthly(channel, now())}${String(name)}`;
    if (known < MOST_NAMES && !state.units.has(stored)) state.units.set(stored, now());
  }
}
