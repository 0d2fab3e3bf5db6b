import {
  type ChannelRoute,
  type FakeAnswer,
  type FakeRequest,
  type FakeWorld,
  ok,
  refuse,
} from './answer.ts';
import { type FakeChannel, type FakeSending, key } from './state.ts';

const TOKYO_AHEAD_MS = 9 * 60 * 60 * 1000;

/** yyyyMMdd as the vendor counts it. */
export const dayOf = (now: number): string =>
  new Date(now + TOKYO_AHEAD_MS).toISOString().slice(0, 10).replaceAll('-', '');

/** yyyy-mm as the vendor counts it. */
export const monthOf = (now: number): string => new Date(now + TOKYO_AHEAD_MS).toISOString().slice(0, 7);

/** Counted messages of the current month; a month begins at midnight in Tokyo. */
export function quotaUsed(channel: FakeChannel, now: number): number {
  const month = monthOf(now);
  if (channel.usedMonth !== month) {
    channel.usedMonth = month;
    channel.used = 0;
  }
  return channel.used;
}

/** Counts `recipients` (not message objects) and tells whether they still fitted; nothing is counted otherwise. */
export function takeQuota(channel: FakeChannel, recipients: number, now: number): boolean {
  const used = quotaUsed(channel, now);
  if (channel.monthlyQuota !== null && used + recipients > channel.monthlyQuota) return false;
  channel.used = used + recipients;
  return true;
}

/** Of the month's messages, what is set aside until it is known whom the messages reached. */
export function reservedBy({ state }: FakeWorld, { channelId }: FakeChannel): number {
  const open = [...state.narrowcasts.values()].filter(
    (sent) => sent.channelId === channelId && sent.settled === null && sent.errorCode === null,
  );
  return open.reduce((sum, { userIds, most }) => sum + Math.min(userIds.length, most), 0);
}

const HOUR = 60 * 60 * 1000;
/** From when on the vendor has counted. */
const FIRST_DAY = '20180331';

const shared = { host: 'api', method: 'GET', auth: 'channel' } as const;

/** How much was sent on a day, and to how many it could have been; days end in Tokyo. */
export const countRoutes: readonly ChannelRoute[] = [
  {
    ...shared,
    path: /^\/v2\/bot\/message\/delivery\/(reply|push|multicast|broadcast)$/,
    handle(world, channel, { params: [how], query }) {
      const date = query.get('date') ?? '';
      if (!isDay(date)) return refuse(400, "The value for the 'date' parameter is invalid");
      const status = statusOf(date, world.now());
      return ok(status === 'ready' ? { status, success: sentOn(world, channel, { date, how }) } : { status });
    },
  },
  {
    ...shared,
    path: /^\/v2\/bot\/insight\/message\/delivery$/,
    rate: [60, HOUR],
    handle: countDeliveries,
  },
  { ...shared, path: /^\/v2\/bot\/insight\/followers$/, rate: [60, HOUR], handle: countFollowers },
];

/** A day there is: `20260230` is none. */
export function isDay(date: string): boolean {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(date) ?? [];
  const read = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().slice(0, 10) === `${year}-${month}-${day}`;
}

/** A day is counted when it is over. */
function statusOf(date: string, now: number): 'ready' | 'unready' | 'out_of_service' {
  if (date < FIRST_DAY) return 'out_of_service';
  return date < dayOf(now) ? 'ready' : 'unready';
}

function sentOn(
  { state }: FakeWorld,
  { channelId }: FakeChannel,
  { date, how = '' }: { readonly date: string; readonly how?: string },
): number {
  return state.sentCounts.get(key(channelId, `${how}/${date}`)) ?? 0;
}

const INSIGHT: Readonly<Record<FakeSending, string>> = {
  reply: 'apiReply',
  push: 'apiPush',
  multicast: 'apiMulticast',
  broadcast: 'apiBroadcast',
  narrowcast: 'apiNarrowcast',
};

/** What was sent in no other way than by programs. */
function countDeliveries(world: FakeWorld, channel: FakeChannel, { query }: FakeRequest): FakeAnswer {
  const date = query.get('date') ?? '';
  if (!isDay(date)) return refuse(400, 'Bad Request');
  const status = statusOf(date, world.now());
  if (status !== 'ready') return ok({ status });
  const counts = Object.entries(INSIGHT)
    .map(([how, name]) => [name, sentOn(world, channel, { date, how })] as const)
    // The vendor leaves out what there was none of.
    .filter(([, count]) => count > 0);
  return ok({ status, ...Object.fromEntries(counts) });
}

/** As things stand now, for every day: the fake keeps no history of who came and went. */
function countFollowers(
  { state, now }: FakeWorld,
  { channelId }: FakeChannel,
  { query }: FakeRequest,
): FakeAnswer {
  const date = query.get('date');
  if (date === null) return refuse(400, 'date is required');
  if (!isDay(date)) return refuse(400, 'Bad Request');
  const status = statusOf(date, now());
  if (status !== 'ready') return ok({ status, followers: null, targetedReaches: null, blocks: null });
  const relations = [...state.friends]
    .filter(([name]) => name.startsWith(`${channelId}/`))
    .map(([, { relation }]) => relation);
  const targetedReaches = relations.filter((each) => each === 'following').length;
  const blocks = relations.filter((each) => each === 'blocked').length;
  // First additions are counted, so this never falls.
  return ok({ status, followers: targetedReaches + blocks, targetedReaches, blocks });
}
