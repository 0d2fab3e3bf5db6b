import type { AccountId, ConversationId } from '@hanasu/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import { type GroupCommit, groupCommit } from '../../../platform/database/group-commit.ts';
import { inbound } from '../../inbox/public.ts';
import type { OpenChannel } from '../channel-directory.ts';

interface ReadConversation {
  readonly accountId: AccountId;
  readonly conversationId: ConversationId;
}

/** Gives the token of each conversation once; null: there is none. */
export type TakeReadTokens = GroupCommit<ReadConversation, string | null>;

export const createTakeReadTokens = (database: Database): TakeReadTokens =>
  groupCommit(
    async (keys) => {
      const taken = await database.system((transaction) => inbound.takeReadTokens(transaction, keys));
      const tokens = new Map(taken.map(({ conversationId, token }) => [conversationId, token]));
      return keys.map(({ conversationId }) => {
        const token = tokens.get(conversationId) ?? null;
        tokens.delete(conversationId);
        return token;
      });
    },
    { maxBatch: 64, lanes: 1 },
  );

/** Whoever answers has read what came before. Best effort, after the answer has gone. */
export async function markRead(
  takeReadTokens: TakeReadTokens,
  { adapter, connection, accountId }: OpenChannel,
  conversationId: ConversationId,
): Promise<void> {
  if (!adapter.manifest.capabilities.readMarks || !adapter.markRead) return;
  const token = await takeReadTokens.add({ accountId, conversationId });
  if (token !== null) await adapter.markRead(connection, token);
}
