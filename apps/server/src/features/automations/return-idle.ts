import type { ConversationId, MessageId } from '@hanasu/contract/ids';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { conversationCommands, messages, type PublishConversationUpdate } from '../conversations/public.ts';
import { findReturning, lockForgotten, type ReturningChannel } from './automations.store.ts';
import { closedSince } from './hours.ts';
import { readSettings } from './settings/read-settings.ts';

export interface ReturnDependencies {
  readonly database: Database;
  readonly publishConversationUpdate: PublishConversationUpdate;
  /** Called after the commit: unanswered messages may now be the bot's to answer. */
  readonly notifyTurns: () => void;
}

/** A conversation with recent messages is not returned at closing time. */
const QUIET_MINUTES = 5;

/** Returns idle conversations to the bot after the channel's time-out. */
export const createIdleReturner = ({
  database,
  publishConversationUpdate,
  notifyTurns,
}: ReturnDependencies) => ({
  async runOnce(): Promise<null> {
    for (const channel of await database.system(findReturning)) {
      const returned = await database.account(channel.accountId, (transaction) =>
        returnForgotten(transaction, channel, new Date(transaction.now())),
      );
      for (const { id, line } of returned)
        publishConversationUpdate(channel.accountId, 'handling', id, [line]);
      if (returned.length > 0) notifyTurns();
    }
    return null;
  },
});

interface Returned {
  readonly id: ConversationId;
  readonly line: MessageId;
}

async function returnForgotten(
  transaction: AccountTransaction,
  channel: ReturningChannel,
  now: Date,
): Promise<Returned[]> {
  const settings = readSettings(channel);
  const { idleMinutes, atClosing } = settings.giveBack;
  const forgotten = await lockForgotten(transaction, channel.id, {
    idleMinutes,
    closedSince: atClosing ? closedSince(settings, now) : null,
    quietMinutes: QUIET_MINUTES,
  });
  const returned = forgotten.map(({ id }) => ({ id, line: newId<MessageId>() }));
  await conversationCommands.giveBack(
    transaction,
    returned.map(({ id }) => id),
  );
  const { accountId } = transaction;
  await messages.insertMessages(
    transaction,
    returned.map(({ id, line }) =>
      messages.newMessage({
        accountId,
        id: line,
        conversationId: id,
        sender: 'system',
        kind: 'event',
        text: '',
        data: { event: 'given_back', by: null },
      }),
    ),
  );
  return returned;
}
