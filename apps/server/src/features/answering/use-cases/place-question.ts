import type { MessageId } from '@hanasu/contract/ids';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { branches, type turns } from '../../conversations/public.ts';
import type { ChatRequest } from './begin-chats.ts';

/** Where a question stands in its conversation. */
export interface Place {
  /** The message before it; null: the conversation is a line, or the question is there already. */
  readonly parentId: MessageId | null;
  /** An earlier question that is answered once more; null: a new one is asked. */
  readonly question: branches.PlacedMessage | null;
}

/** At the end of a conversation without branches. */
export const AT_END: Place = { parentId: null, question: null };

/** Null: the message that is to be replaced or answered anew is not one of this conversation. */
export async function placeQuestion(
  transaction: SystemTransaction,
  { accountId, replaces, regenerate }: ChatRequest,
  { conversationId, headId }: turns.LockedConversation,
): Promise<Place | null> {
  const target = regenerate ?? replaces;
  if (!target) return headId ? { parentId: headId, question: null } : AT_END;
  const found = await branches.findPlaced(transaction, accountId, target);
  const wanted = regenerate ? 'bot' : 'customer';
  if (!found || found.conversationId !== conversationId || found.sender !== wanted) return null;
  if (!headId) await branches.growTree(transaction, accountId, conversationId);
  const way = await branches.findBranch(transaction, accountId, target, WAY);
  if (replaces) return { parentId: way.at(-1)?.parentId ?? branches.ROOT, question: null };
  const question = way.findLast(({ sender }) => sender === 'customer');
  return question ? { parentId: null, question } : null;
}

/** Far enough back from an answer to find its question. */
const WAY = 10;
