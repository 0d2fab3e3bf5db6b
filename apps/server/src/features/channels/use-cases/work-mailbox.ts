import type { Database } from '../../../platform/database/database.ts';
import type { Announce } from '../../inbox/public.ts';
import type { ChannelDirectory, OpenChannel } from '../channel-directory.ts';
import { findOpenThreads, setProfile, type ThreadKey } from '../events.store.ts';
import { type Applied, applyEvents } from './apply-events.ts';

export interface MailboxDependencies {
  readonly database: Database;
  readonly directory: ChannelDirectory;
  readonly announce: Announce;
  /** Called after the commit: a bot owes an answer, or something is in the outbox. */
  readonly wakeTurns: () => void;
  readonly wakeDelivery: () => void;
  readonly onError: (error: unknown) => void;
}

const AT_ONCE = 4;
const SWEEP = 500;

/** One pass over the threads that have stored events; several threads side by side, each one in order. */
export async function workMailbox(dependencies: MailboxDependencies): Promise<number | null> {
  const { database, onError } = dependencies;
  const threads = await database.system((transaction) => findOpenThreads(transaction, SWEEP));
  const queue = [...threads];
  let failures = 0;
  const lane = async (): Promise<void> => {
    for (let key = queue.shift(); key; key = queue.shift()) {
      await workThread(dependencies, key).catch((error: unknown) => {
        failures += 1;
        onError(error);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  if (failures > 0) return 1_000;
  return threads.length > 0 ? 0 : null;
}

async function workThread(dependencies: MailboxDependencies, key: ThreadKey): Promise<void> {
  const { database, directory } = dependencies;
  const channel = await directory.open(key.accountId, key.channelId);
  if (!channel) return;
  const applied = await applyEvents(database, channel, key);
  if (applied) tell(dependencies, channel, key, applied);
}

function tell(
  dependencies: MailboxDependencies,
  channel: OpenChannel,
  key: ThreadKey,
  applied: Applied,
): void {
  const { announce, wakeTurns, wakeDelivery, onError } = dependencies;
  const { conversationId } = applied;
  if (applied.isAnswerOwed) {
    wakeTurns();
    void channel.adapter.showTyping(channel.connection, key.thread).catch(onError);
  }
  if (applied.hasGreeted) wakeDelivery();
  if (applied.customerMessages.length > 0) {
    announce(key.accountId, 'user_chat', conversationId, applied.customerMessages);
  }
  if (applied.otherMessages.length > 0) {
    announce(key.accountId, 'system', conversationId, applied.otherMessages);
  }
  if (applied.unknownFriend) {
    void readProfile(dependencies, channel, applied, applied.unknownFriend).catch(onError);
  }
}

/** Best effort: a friend without a profile stays nameless and is asked for again at their next message. */
async function readProfile(
  { database, announce }: MailboxDependencies,
  channel: OpenChannel,
  applied: Applied,
  friend: NonNullable<Applied['unknownFriend']>,
): Promise<void> {
  const outcome = await channel.adapter.profile(channel.connection, friend.externalId);
  if (outcome.kind !== 'found') return;
  const { displayName, pictureUrl, language } = outcome.profile;
  await database.account(channel.accountId, (transaction) =>
    setProfile(transaction, friend.id, { name: displayName, pictureUrl, language }),
  );
  announce(channel.accountId, 'handling', applied.conversationId);
}
