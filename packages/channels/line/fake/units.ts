import {
  bodyErrors,
  type ChannelRoute,
  type FakeAnswer,
  type FakeRequest,
  type FakeWorld,
  ok,
  refuse,
} from './answer.ts';
import { summariseInteractions } from './interactions.ts';
import { dayOf, isDay, monthOf } from './quota.ts';
import { page } from './routes-account.ts';
import { type FakeChannel, key } from './state.ts';

const NAME = /^[a-zA-Z0-9_]{1,30}$/;
const MOST_NAMES = 1_000;
const MOST_LISTED = 100;

const HOUR = 60 * 60 * 1000;

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
  {
    host: 'api',
    method: 'GET',
    path: /^\/v2\/bot\/insight\/message\/event\/aggregation$/,
    auth: 'channel',
    rate: [60, HOUR],
    handle: countLooks,
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
export function assignUnits(
  world: FakeWorld,
  channel: FakeChannel,
  { given, reached }: { readonly given: unknown; readonly reached: readonly string[] },
): void {
  const { state, now } = world;
  const known = namesOf(world, channel).length;
  for (const name of Array.isArray(given) ? given.map(String) : []) {
    const stored = `${monthly(channel, now())}${name}`;
    if (known < MOST_NAMES && !state.units.has(stored)) state.units.set(stored, now());
    if (!state.units.has(stored)) continue;
    for (const userId of reached) {
      const person = personKey(channel, name, userId);
      if (!state.unitLooks.has(person)) state.unitLooks.set(person, []);
    }
  }
}

const personKey = ({ channelId }: FakeChannel, name: string, userId: string): string =>
  key(channelId, `${name}/${userId}`);

/** A friend looks at a message under this name, and perhaps opens an address of it; false: they have got none. */
export function lookAt(
  world: FakeWorld,
  channel: FakeChannel,
  {
    unit,
    userId,
    url,
    at,
  }: { readonly unit: string; readonly userId: string; readonly url: string | null; readonly at: number },
): boolean {
  const looks = world.state.unitLooks.get(personKey(channel, unit, userId));
  looks?.push({ day: dayOf(at), url });
  return looks !== undefined;
}

const LONGEST_SPAN = 30 * 24 * 60 * 60 * 1000;

/** What people did with messages of one name from one day to another, added up. */
function countLooks(world: FakeWorld, channel: FakeChannel, { query }: FakeRequest): FakeAnswer {
  const [unit = '', from = '', to = ''] = ['customAggregationUnit', 'from', 'to'].map(
    (name) => query.get(name) ?? '',
  );
  if (!NAME.test(unit) || !isDay(from) || !isDay(to)) return refuse(400, 'Bad Request');
  const span = Date.parse(dashed(to)) - Date.parse(dashed(from));
  if (span < 0 || span > LONGEST_SPAN) return refuse(400, 'Bad Request');
  const start = personKey(channel, unit, '');
  const looks = [...world.state.unitLooks].flatMap(([name, own]) =>
    name.startsWith(start)
      ? own.filter(({ day }) => from <= day && day <= to).map(({ url }) => ({ userId: name, url }))
      : [],
  );
  const { overview, impression, clicks } = summariseInteractions(looks);
  const { uniqueImpression } = overview;
  return ok({
    overview,
    messages: looks.length === 0 ? [] : [{ seq: 1, impression, uniqueImpression }],
    clicks,
  });
}

const dashed = (day: string): string => day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
