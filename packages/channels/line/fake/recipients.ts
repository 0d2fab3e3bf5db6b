import { type FakeAnswer, type FakeWorld, fields, refuse } from './answer.ts';
import { audienceStatus } from './audience-status.ts';
import { type FakeChannel, key } from './state.ts';

const REDELIVERED_FOR_MS = 14 * 24 * 60 * 60 * 1000;
const MOST_CONDITIONS = 10;

export function followersOf({ state }: FakeWorld, { channelId }: FakeChannel): string[] {
  return [...state.friends]
    .filter(([name, { relation }]) => name.startsWith(`${channelId}/`) && relation === 'following')
    .map(([, { id }]) => id);
}

/** The friends that fit, or the refusal of a condition that can't be met; `recipient` has its right shape. */
export function chooseRecipients(
  world: FakeWorld,
  channel: FakeChannel,
  recipient: unknown,
): string[] | FakeAnswer {
  const followers = followersOf(world, channel);
  if (recipient === undefined) return followers;
  const conditions = conditionsOf(recipient);
  if (conditions.length > MOST_CONDITIONS) {
    return refuse(400, `Up to ${MOST_CONDITIONS} audiences and redeliveries can be specified`);
  }
  for (const each of conditions) {
    const wrong = checkCondition(world, channel, each);
    if (wrong) return wrong;
  }
  return followers.filter((id) => isMeant(world, channel, recipient, id));
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function conditionsOf(recipient: unknown): Record<string, unknown>[] {
  const given = fields(recipient);
  if (given.type !== 'operator') return [given];
  const inner = [...list(given.and), ...list(given.or), ...(given.not === undefined ? [] : [given.not])];
  return inner.flatMap(conditionsOf);
}

function checkCondition(
  world: FakeWorld,
  { channelId }: FakeChannel,
  condition: Record<string, unknown>,
): FakeAnswer | null {
  const { state, now } = world;
  if (condition.type === 'audience') {
    const audience = state.audiences.get(key(channelId, String(condition.audienceGroupId)));
    const isReady = audience && audienceStatus(audience, now()) === 'READY';
    return isReady ? null : refuse(400, `Invalid audience group id: ${String(condition.audienceGroupId)}`);
  }
  const sent = state.narrowcasts.get(String(condition.requestId));
  const isSent = sent?.channelId === channelId && sent.settled !== null && sent.errorCode === null;
  return isSent && now() - sent.acceptedAt <= REDELIVERED_FOR_MS
    ? null
    : refuse(400, `Invalid request id: ${String(condition.requestId)}`);
}

function isMeant(world: FakeWorld, channel: FakeChannel, recipient: unknown, userId: string): boolean {
  const { state } = world;
  const given = fields(recipient);
  const meets = (each: unknown): boolean => isMeant(world, channel, each, userId);
  if (given.type === 'audience') {
    const audience = state.audiences.get(key(channel.channelId, String(given.audienceGroupId)));
    return audience?.userIds.includes(userId) ?? false;
  }
  if (given.type === 'redelivery') {
    return state.narrowcasts.get(String(given.requestId))?.settled?.sentTo.includes(userId) ?? false;
  }
  if (given.and !== undefined) return list(given.and).every(meets);
  if (given.or !== undefined) return list(given.or).some(meets);
  return !meets(given.not);
}
