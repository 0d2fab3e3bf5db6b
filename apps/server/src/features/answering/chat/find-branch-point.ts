import type { AccountId, ConversationId, MessageId } from '@hanasu/contract/ids';
import type { Sender } from '@hanasu/contract/inbox';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import { messageTree, type turns } from '../../conversations/public.ts';

/** What decides where a question stands in its conversation. */
export interface BranchRequest {
  readonly accountId: AccountId;
  /** Null: the question begins a conversation. */
  readonly conversationId: ConversationId | null;
  /** A question of this conversation that this one takes the place of. */
  readonly replaces: MessageId | null;
  /** An answer of this conversation whose question is answered once more. */
  readonly regenerate: MessageId | null;
  readonly questionId: MessageId;
  /** Id of the answer to come; also the lease and the reservation. */
  readonly answerId: MessageId;
}

/** Where a question stands in its conversation. */
export interface BranchPoint {
  /** The message before it; null: the conversation is a line, or the question is there already. */
  readonly parentId: MessageId | null;
  /** An earlier question that is answered once more; null: a new one is asked. */
  readonly question: messageTree.PlacedMessage | null;
}

/** At the end of a conversation without branches. */
export const TREE_END: BranchPoint = { parentId: null, question: null };

/** Null: the message that is to be replaced or answered anew is not one of this conversation. */
export async function findBranchPoint(
  transaction: SystemTransaction,
  { accountId, replaces, regenerate }: BranchRequest,
  { conversationId, headId }: turns.TurnConversation,
): Promise<BranchPoint | null> {
  const target = regenerate ?? replaces;
  if (!target) return headId ? { parentId: headId, question: null } : TREE_END;
  const found = await messageTree.findPlaced(transaction, accountId, target);
  const wanted = regenerate ? 'bot' : 'customer';
  if (!found || found.conversationId !== conversationId || found.sender !== wanted) return null;
  if (!headId) await messageTree.appendToTree(transaction, accountId, conversationId);
  const way = await messageTree.findBranch(transaction, accountId, target, WAY);
  if (replaces) return { parentId: way.at(-1)?.parentId ?? messageTree.ROOT, question: null };
  const question = way.findLast(({ sender }) => sender === 'customer');
  return question ? { parentId: null, question } : null;
}

/** Far enough back from an answer to find its question. */
const WAY = 10;

interface Placed {
  readonly request: Pick<BranchRequest, 'accountId' | 'conversationId' | 'answerId' | 'questionId'>;
  readonly place: BranchPoint;
}

const HISTORY_MESSAGES = 20;

/** What was said before each question, along its branch, oldest first; by the id of the answer to come. */
export async function readHistories(
  transaction: SystemTransaction,
  placed: readonly Placed[],
): Promise<Map<MessageId, ChatTurn[]>> {
  const lines = placed.filter(({ request, place }) => request.conversationId && !before(place));
  const histories = await readLines(
    transaction,
    lines.map(({ request }) => request),
  );
  for (const { request, place } of placed) {
    const from = before(place);
    if (!from) continue;
    const said = await messageTree.findBranch(transaction, request.accountId, from, HISTORY_MESSAGES);
    histories.set(request.answerId, said.filter(isSaid).map(turnOf));
  }
  return histories;
}

const before = ({ parentId, question }: BranchPoint): MessageId | null => question?.parentId ?? parentId;

const isSaid = ({ sender, text }: { sender: Sender; text: string }): boolean =>
  sender !== 'system' && text !== '';

const turnOf = ({ sender, text }: { sender: Sender; text: string }): ChatTurn => ({
  role: sender === 'customer' ? 'user' : 'assistant',
  text,
});

async function readLines(
  transaction: SystemTransaction,
  requests: readonly Placed['request'][],
): Promise<Map<MessageId, ChatTurn[]>> {
  const histories = new Map<MessageId, ChatTurn[]>();
  const answers = new Map(requests.map(({ conversationId, answerId }) => [conversationId, answerId]));
  if (answers.size === 0) return histories;
  const questions = new Set(requests.map(({ questionId }) => questionId));
  const keys = requests.flatMap(({ accountId, conversationId }) =>
    conversationId ? [{ accountId, conversationId }] : [],
  );
  for (const said of await messageTree.findSaid(transaction, keys, HISTORY_MESSAGES)) {
    const answerId = answers.get(said.conversationId);
    if (!answerId || questions.has(said.id)) continue;
    const turn = turnOf(said);
    const history = histories.get(answerId);
    if (history) history.push(turn);
    else histories.set(answerId, [turn]);
  }
  return histories;
}
