import type { FakeWorld } from './answer.ts';
import { type FakeChannel, type FakeInteraction, key } from './state.ts';

/** Below so many people the vendor gives no number. */
export const LEAST_PEOPLE = 20;

type Interaction = Pick<FakeInteraction, 'userId' | 'url'>;

const countPeople = (interactions: readonly Interaction[]): number =>
  new Set(interactions.map(({ userId }) => userId)).size;

/** What people did with messages, added up as the vendor gives it: by all of them, and by each address. */
export function summariseInteractions(interactions: readonly Interaction[]) {
  const shown = (count: number, some: readonly Interaction[]): number | null =>
    countPeople(some) < LEAST_PEOPLE ? null : count;
  const unique = (some: readonly Interaction[]): number | null => shown(countPeople(some), some);
  const opened = interactions.filter(({ url }) => url !== null);
  const urls = [...new Set(opened.map(({ url }) => url ?? ''))];
  return {
    overview: {
      uniqueImpression: unique(interactions),
      uniqueClick: unique(opened),
      uniqueMediaPlayed: null,
      uniqueMediaPlayed100Percent: null,
    },
    impression: shown(interactions.length, interactions),
    clicks: urls.map((url) => {
      const own = opened.filter((interaction) => interaction.url === url);
      const uniqueClick = unique(own);
      return { seq: 1, url, click: shown(own.length, own), uniqueClick, uniqueClickOfRequest: uniqueClick };
    }),
  };
}

/** A broadcast or narrowcast. */
export interface SentRequest {
  readonly at: number;
  /** Who got it; null: it is under way. */
  readonly userIds: readonly string[] | null;
}

/** Null: of another channel, unknown, or sent to people whom the call named. */
export function findSentRequest(
  { state }: FakeWorld,
  { channelId }: FakeChannel,
  requestId: string,
): SentRequest | null {
  const broadcast = state.broadcasts.get(requestId);
  if (broadcast) return broadcast.channelId === channelId ? broadcast : null;
  const narrowcast = state.narrowcasts.get(requestId);
  if (narrowcast?.channelId !== channelId) return null;
  return { at: narrowcast.acceptedAt, userIds: narrowcast.settled?.sentTo ?? null };
}

export const interactionsOf = (
  { state }: FakeWorld,
  { channelId }: FakeChannel,
  requestId: string,
): readonly FakeInteraction[] => state.interactions.get(key(channelId, requestId)) ?? [];

/** A friend interactions at a broadcast or narrowcast, and perhaps opens an address of it; false: they have got none. */
export function recordInteraction(
  world: FakeWorld,
  channel: FakeChannel,
  { requestId, ...interaction }: FakeInteraction & { readonly requestId: string },
): boolean {
  const sent = findSentRequest(world, channel, requestId);
  if (!sent?.userIds?.includes(interaction.userId)) return false;
  const name = key(channel.channelId, requestId);
  world.state.interactions.set(name, [...interactionsOf(world, channel, requestId), interaction]);
  return true;
}
