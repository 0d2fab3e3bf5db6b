import type { ChatAnswer } from '@hanasu/contract/chat';
import type {
  AccountId,
  AttachmentId,
  BotId,
  ConversationId,
  GroupId,
  MessageId,
  UserId,
  VisitorId,
} from '@hanasu/contract/ids';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import { AppError } from '../../../platform/app-error.ts';
import type { Database, SystemTransaction } from '../../../platform/database/database.ts';
import type { GroupCommit } from '../../../platform/database/group-commit.ts';
import { newId } from '../../../platform/ids.ts';
import type { BotGroupRouter } from '../../bots/public.ts';
import { messageTree, turns } from '../../conversations/public.ts';
import { type RunChatDependencies, runChatTurn } from './run-chat-turns.ts';
import type { RunningChat } from './running-chats.ts';
import type { ChatRequest, StartOutcome } from './start-turns.ts';

export interface ChatDependencies extends RunChatDependencies, MemberDependencies {
  readonly startTurns: GroupCommit<ChatRequest, StartOutcome>;
}

interface ChatCall {
  readonly accountId: AccountId;
  /** Null: the group chooses. */
  readonly botId: BotId | null;
  readonly groupId?: GroupId | null;
  /** With `draft` a conversation is nobody's but the editor's. */
  readonly draft?: boolean;
  /** Where it is asked; a conversation goes on only where it began. */
  readonly origin?: 'chat' | 'public' | 'embed';
  readonly userId?: UserId | null;
  /** Only the same visitor may go on with a conversation. */
  readonly visitorId?: VisitorId | null;
  /** A visitor whom no site has signed in. */
  readonly isAnonymous?: boolean;
  readonly conversationId: ConversationId | null;
  /** Empty with `regenerate`. */
  readonly text: string;
  readonly attachmentIds?: readonly AttachmentId[];
  readonly replaces?: MessageId | null;
  readonly regenerate?: MessageId | null;
  /** The caller's own id of this question: sent again, it is not asked again. */
  readonly requestId?: string | null;
  /** Aborts when the caller has gone: the model is stopped. Null: it goes on until it ends or is stopped. */
  readonly signal: AbortSignal | null;
}

/** A chat that has begun: its question is stored and its answer is being made. */
export interface StartedChat {
  readonly kind: 'begun';
  readonly conversationId: ConversationId;
  readonly questionId: MessageId;
  readonly running: RunningChat;
  /** The answer, stored. Null: it could not be made here and now; another run will make it. */
  readonly answer: Promise<ChatAnswer | null>;
}

/** The same question was sent before: its answer was made, or is being made somewhere. */
export interface AskedBefore {
  readonly kind: 'asked-before';
  readonly conversationId: ConversationId;
  readonly answerId: MessageId;
}

/** Refuses with a problem or stores the question and begins to answer; nothing has been streamed when it throws. */
export async function startChat(
  dependencies: ChatDependencies,
  call: ChatCall,
): Promise<StartedChat | AskedBefore> {
  const { runningChats, startTurns } = dependencies;
  if (runningChats.isStopping)
    throw new AppError('database_unavailable', 'The server is restarting. Try again.');
  const request = requestOf(call, await botOf(dependencies, call));
  const outcome = await startTurns.add(request).catch((error: unknown) => {
    // The same question came twice at this moment; the other one is stored now.
    if (request.requestId !== null && isDuplicate(error)) return startTurns.add(request);
    throw error;
  });
  const begun = accepted(outcome);
  if (begun.kind === 'asked-before') {
    const { conversationId, id: answerId } = begun.turn;
    return { kind: 'asked-before', conversationId, answerId };
  }
  const { conversationId } = begun;
  if (request.origin !== 'test')
    dependencies.publishConversationUpdate(call.accountId, 'handling', conversationId);
  const { accountId, answerId, origin } = request;
  const running = runningChats.begin({
    ...{ accountId, conversationId, id: answerId, owner: answerId, attempt: 1 },
  });
  if (call.signal?.aborted) running.stop();
  else call.signal?.addEventListener('abort', running.stop, { once: true });
  const isRegenerated = request.regenerate !== null;
  const answer = runChatTurn(dependencies, { ...begun, origin, isRegenerated }, running);
  return { kind: 'begun', conversationId, questionId: begun.question.id, running, answer };
}

const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'chat_turns_request';

async function botOf(dependencies: ChatDependencies, call: ChatCall): Promise<BotId> {
  const { botId, groupId, visitorId = null } = call;
  if (botId) return botId;
  if (!groupId) throw new AppError('not_found', 'Bot not found');
  return chooseMember(dependencies, { ...call, groupId, visitorId });
}

const requestOf = (call: ChatCall, botId: BotId): ChatRequest => ({
  accountId: call.accountId,
  botId,
  groupId: call.groupId ?? null,
  origin: call.draft ? 'test' : (call.origin ?? 'chat'),
  userId: call.userId ?? null,
  visitorId: call.visitorId ?? null,
  isAnonymous: call.isAnonymous ?? false,
  conversationId: call.conversationId,
  newConversationId: newId<ConversationId>(),
  text: call.text,
  attachmentIds: call.attachmentIds ?? [],
  replaces: call.replaces ?? null,
  regenerate: call.regenerate ?? null,
  requestId: call.requestId ?? null,
  questionId: newId<MessageId>(),
  answerId: newId<MessageId>(),
});

type Begun = Extract<StartOutcome, { kind: 'begun' | 'asked-before' }>;

function accepted(outcome: StartOutcome): Begun {
  switch (outcome.kind) {
    case 'begun':
    case 'asked-before':
      return outcome;
    case 'bot-not-found':
      throw new AppError('not_found', 'Bot not found');
    case 'conversation-not-found':
      throw new AppError('conversation_not_found', 'This bot has no such conversation');
    case 'message-not-found':
      throw new AppError('message_not_found', 'This conversation has no such message');
    case 'attachment-not-found':
      throw new AppError('attachment_not_found', 'Attachment not found, or it was sent in another chat');
    case 'busy':
      throw new AppError('conversation_busy', 'The previous message is still being answered');
    default:
      return outcome satisfies never;
  }
}

interface MemberDependencies {
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
async function chooseMember({ database, router }: MemberDependencies, call: GroupCall): Promise<BotId> {
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
  if (outcome.kind === 'not-found') throw new AppError('not_found', 'Group not found');
  throw new AppError('group_without_bot', 'No bot of this group is available');
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
  const reading = async (transaction: SystemTransaction): Promise<Before> => {
    const [conversation] = await turns.lockConversations(transaction, [key]);
    if (conversation?.groupId !== groupId || conversation.visitorId !== visitorId)
      throw new AppError('conversation_not_found', 'This group has no such conversation');
    const said = await messageTree.findSaid(transaction, [key], HISTORY_MESSAGES);
    const history = said.map(
      ({ sender, text }): ChatTurn => ({ role: sender === 'customer' ? 'user' : 'assistant', text }),
    );
    const question = history.findLast(({ role }) => role === 'user')?.text ?? '';
    return { botId: conversation.botId, history, question };
  };
  return database.inQueue({ accountId, key: conversationId }, () => database.system(reading));
}
