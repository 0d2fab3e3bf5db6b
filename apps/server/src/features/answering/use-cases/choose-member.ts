import type { AccountId, BotId, ConversationId, GroupId, VisitorId } from '@hanasu/contract/ids';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { BotGroupRouter } from '../../bots/public.ts';
import { branches, turns } from '../../conversations/public.ts';

export interface MemberDependencies {
  readonly database: Database;
  readonly router: BotGroupRouter;
}

interface GroupCall {
  readonly accountId: AccountId;
  readonly groupId: GroupId;
  readonly visitorId: VisitorId | null;
  readonly conversationId: ConversationId | null;
  readonly text: string;
}

const HISTORY_MESSAGES = 6;

/** Which bot of a group answers. Before the transaction that stores the question: it may search and ask a model. */
export async function chooseMember(
  { database, router }: MemberDependencies,
  call: GroupCall,
): Promise<BotId> {
  const before = await readBefore(database, call);
  const outcome = await router.choose({
    accountId: call.accountId,
    groupId: call.groupId,
    text: call.text || before.question,
    history: before.history,
    previousBotId: before.botId,
    ...(call.conversationId ? { conversationId: call.conversationId } : {}),
  });
  if (outcome.kind === 'chosen') return outcome.botId;
  if (outcome.kind === 'not-found') throw new AppError('not_found', 'There is no such group');
  throw new AppError('group_without_bot', 'No bot of this group can answer now');
}

interface Before {
  readonly botId: BotId | null;
  readonly history: readonly ChatTurn[];
  /** What was asked last, for an answer that is made once more. */
  readonly question: string;
}

async function readBefore(
  database: Database,
  { accountId, groupId, visitorId, conversationId }: GroupCall,
): Promise<Before> {
  if (!conversationId) return { botId: null, history: [], question: '' };
  const key = { accountId, conversationId };
  return database.system(async (transaction) => {
    const [conversation] = await turns.lockConversations(transaction, [key]);
    if (conversation?.groupId !== groupId || conversation.visitorId !== visitorId)
      throw new AppError('conversation_not_found', 'There is no such conversation with this group');
    const said = await branches.findSaid(transaction, [key], HISTORY_MESSAGES);
    const history = said.map(
      ({ sender, text }): ChatTurn => ({ role: sender === 'customer' ? 'user' : 'assistant', text }),
    );
    const question = history.findLast(({ role }) => role === 'user')?.text ?? '';
    return { botId: conversation.botId, history, question };
  });
}
