import type { FakeWorld } from './answer.ts';
import type { FakeEvent } from './build-event.ts';
import { type FakeChannel, type FakeFriend, key } from './state.ts';

/** Gives the reply token of a redelivered event its minute anew. */
export function renewReplyToken(world: FakeWorld, event: FakeEvent): void {
  const token = world.state.replyTokens.get(String(event.replyToken));
  if (token) token.receivedAt = world.now();
}

/** Lets go of what no rule of the vendor asks about any more. */
export function forgetOld({ state, now }: FakeWorld): void {
  const hour = 60 * 60 * 1000;
  drop(state.replyTokens, (token) => now() - token.receivedAt > hour);
  drop(state.retryKeys, (accepted) => now() - accepted.at > 25 * hour);
  drop(state.tokens, (issued) => now() > issued.expiresAt + hour);
  drop(state.menuJobs, (job) => now() - job.acceptedAt > 15 * 24 * hour);
  drop(state.narrowcasts, (sent) => now() - sent.acceptedAt > 15 * 24 * hour);
  for (const map of [state.readTokens, state.quoteTokens, state.contents]) keepLatest(map);
}

const MOST_KEPT = 2_000;

/** What the vendor keeps for ever, a fake in a long-lived server can't. */
function keepLatest(map: Map<string, unknown>): void {
  for (const name of map.keys()) {
    if (map.size <= MOST_KEPT) return;
    map.delete(name);
  }
}

function drop<Value>(map: Map<string, Value>, isOld: (value: Value) => boolean): void {
  for (const [name, value] of map) if (isOld(value)) map.delete(name);
}

export function friendOf(world: FakeWorld, channel: FakeChannel, friendId: string): FakeFriend {
  const friend = world.state.friends.get(key(channel.channelId, friendId));
  if (!friend) throw new Error(`no friend ${friendId} on channel ${channel.channelId}`);
  return friend;
}
