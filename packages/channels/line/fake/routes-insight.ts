import {
  type ChannelRoute,
  type FakeAnswer,
  type FakeRequest,
  type FakeWorld,
  ok,
  refuse,
} from './answer.ts';
import { findSentRequest, interactionsOf, LEAST_PEOPLE, summariseInteractions } from './interactions.ts';
import { type FakeChannel, followersOf } from './state.ts';

const HOUR = 60 * 60 * 1000;
const COUNTED_FOR_MS = 14 * 24 * HOUR;

const shared = { host: 'api', method: 'GET', auth: 'channel', rate: [60, HOUR] } as const;

/** Who the friends are, and what they did with messages to many. */
export const insightRoutes: readonly ChannelRoute[] = [
  { ...shared, path: /^\/v2\/bot\/insight\/demographic$/, handle: describeFriends },
  { ...shared, path: /^\/v2\/bot\/insight\/message\/event$/, handle: countEvents },
];

/** The fake's people have given the vendor no attributes: where there are numbers, all of them are unknown. */
function describeFriends(world: FakeWorld, channel: FakeChannel): FakeAnswer {
  const available = followersOf(world.state, channel).length >= LEAST_PEOPLE;
  const all = (name: string, value = 'unknown') => (available ? [{ [name]: value, percentage: 100 }] : []);
  return ok({
    available,
    genders: all('gender'),
    ages: all('age'),
    areas: all('area'),
    appTypes: all('appType', 'others'),
    subscriptionPeriods: all('subscriptionPeriod'),
  });
}

const NO_MEDIA = Object.fromEntries(
  ['mediaPlayed', 'uniqueMediaPlayed'].flatMap((name) =>
    ['', '25Percent', '50Percent', '75Percent', '100Percent'].map((share) => [`${name}${share}`, null]),
  ),
);

/** The vendor documents no answer for a request that was none to many; the fake says so as for narrowcasts. */
function countEvents(world: FakeWorld, channel: FakeChannel, { query }: FakeRequest): FakeAnswer {
  const requestId = query.get('requestId') ?? '';
  if (requestId === '') return refuse(400, 'Bad Request');
  const sent = findSentRequest(world, channel, requestId);
  if (!sent) return refuse(404, 'Not found');
  const looks = interactionsOf(world, channel, requestId).filter(({ at }) => at - sent.at <= COUNTED_FOR_MS);
  const { overview, impression, clicks } = summariseInteractions(looks);
  const isShown = impression !== null;
  return ok({
    overview: {
      requestId,
      timestamp: Math.floor(sent.at / 1000),
      // The one number that is given of fewer than twenty people.
      delivered: sent.userIds?.length ?? null,
      ...overview,
    },
    messages: isShown ? [{ seq: 1, impression, ...NO_MEDIA }] : [],
    clicks: isShown ? clicks : [],
  });
}
