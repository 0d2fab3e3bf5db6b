import type { Citation, Usage } from '@hanasu/contract/chat';
import type { AccountId, BotId, ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import type { ChatTurn } from '@hanasu/models/gateway/answer-request';
import { AppError } from '../../platform/app-error.ts';
import type { Database, SystemTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { type Room, type RoomRequest, type Rooms, requestRoom, settleUsage } from '../billing/public.ts';
import type { BotGroupRouter } from '../bots/public.ts';
import { type BotRow, findBotsAcross } from '../bots/public.ts';
import { messageTree, turns } from '../conversations/public.ts';
import type { Answer, AnswerDependencies } from './answer/answer.ts';
import { roomRequest } from './answer/answer-price.ts';
import { answerWithRoom } from './answer/answer-question.ts';

export interface SuggestDependencies extends AnswerDependencies {
  readonly database: Database;
  readonly router: BotGroupRouter;
  readonly rooms: Rooms;
}

interface Suggested {
  /** Empty: the bot knows nothing to say. */
  readonly text: string;
  readonly citations: Citation[];
  readonly usage: Usage;
}

interface Asked {
  readonly question: string;
  readonly history: readonly ChatTurn[];
  readonly language: string | null;
}

const HISTORY_MESSAGES = 40;

/** A question to one bot outside of the turns of conversations. */
interface SingleQuestion extends Asked {
  readonly accountId: AccountId;
  /** Who asks; absent: a job does. */
  readonly userId?: UserId;
  readonly botId: BotId;
  /** The bot as it is edited; false: as it is published. */
  readonly isDraft: boolean;
  /** Tokens are shared out between entrances. */
  readonly entrance: string;
  /** Whose costs these are; null: no conversation's. */
  readonly conversationId: ConversationId | null;
}

/**
 * Answers that a member of the team asks for, made as those of customers are. Nothing is stored but what they cost, and
 * no tool is called: what a tool does can't be taken back. Both throw when the bot can't answer at all.
 */
export const createSingleAnswers = ({ tools: _tools, ...dependencies }: SuggestDependencies) => ({
  /** What the bot of a conversation would say to its customer now, for a person to send or not. */
  async suggest(
    { accountId, userId }: { readonly accountId: AccountId; readonly userId: UserId },
    conversationId: ConversationId,
  ): Promise<Suggested> {
    const asked = await readAsked(dependencies, accountId, conversationId);
    const botId = asked.botId ?? (await chooseBot(dependencies, { accountId, conversationId }, asked));
    const { outcome, text, citations, usage } = await answerSingle(dependencies, {
      ...asked,
      ...{ accountId, userId, botId, conversationId, isDraft: false, entrance: 'inbox' },
    });
    const isAnswer = outcome === 'answered' || outcome === 'curated';
    return isAnswer ? { text, citations: [...citations], usage } : { text: '', citations: [], usage };
  },
  /** What a bot would answer to a customer who begins with this question. */
  askBot: (asked: Pick<SingleQuestion, 'accountId' | 'botId' | 'isDraft' | 'question'>): Promise<Answer> =>
    answerSingle(dependencies, {
      ...asked,
      ...{ history: [], language: null, conversationId: null, entrance: 'check' },
    }),
});

async function answerSingle(
  dependencies: Omit<SuggestDependencies, 'tools'>,
  asked: SingleQuestion,
): Promise<Answer> {
  const { accountId, question: text, history, language } = asked;
  const { bot, id, room, request } = await reserve(dependencies, asked);
  let answer: Answer | null = null;
  try {
    answer = await answerWithRoom(dependencies, {
      question: {
        accountId,
        bot,
        text,
        history,
        signal: new AbortController().signal,
        languageHint: language,
        // A colleague may ask a bot that is paused for customers.
        draft: true,
      },
      asked: { rooms: dependencies.rooms, request, room },
      listener: { onPassages: () => undefined, onText: () => undefined, onTool: () => undefined },
    });
  } finally {
    await settle(dependencies, { ...asked, bot, id, answer });
  }
  requireAnswer(answer.outcome);
  return answer;
}

function requireAnswer(outcome: Answer['outcome']): void {
  if (outcome === 'no_tokens' || outcome === 'no_budget')
    throw new AppError('balance_empty', 'No tokens are left, or a budget is used up');
  if (outcome === 'busy')
    throw new AppError('balance_busy', 'All tokens are in use by other answers; try again in a moment');
  if (outcome === 'model_failed') throw new AppError('model_failed', 'The model did not answer');
}

type Read = Asked & {
  readonly botId: BotId | null;
  readonly groupId: turns.TurnConversation['groupId'];
  readonly previousBotId: BotId | null;
};

/** The customer's last words in a row are the question, also when a person has said something since. */
const readAsked = (
  { database }: Pick<SuggestDependencies, 'database'>,
  accountId: AccountId,
  conversationId: ConversationId,
): Promise<Read> => {
  const key = { accountId, conversationId };
  const reading = async (transaction: SystemTransaction): Promise<Read> => {
    const [conversation] = await turns.lockConversations(transaction, [key]);
    const [[owed], said] = await Promise.all([
      turns.findOwedTurns(transaction, [key]),
      messageTree.findSaid(transaction, [key], HISTORY_MESSAGES),
    ]);
    const last = said.findLastIndex(({ sender }) => sender === 'customer');
    if (!conversation || last < 0) throw new AppError('message_empty', 'The customer has not written yet');
    const first = said.findLastIndex(({ sender }, index) => index < last && sender !== 'customer') + 1;
    const question = said.slice(first, last + 1).map(({ text }) => text);
    const history = [...said.slice(0, first), ...said.slice(last + 1)].map(
      ({ sender, text }): ChatTurn => ({ role: sender === 'customer' ? 'user' : 'assistant', text }),
    );
    const groupId = owed ? owed.groupId : conversation.groupId;
    return {
      question: question.join('\n'),
      history,
      language: owed?.language ?? null,
      botId: groupId ? null : owed ? owed.botId : conversation.botId,
      groupId,
      previousBotId: conversation.botId,
    };
  };
  return database.inQueue({ accountId, key: conversationId }, () => database.system(reading));
};

const withoutBot = () => new AppError('group_without_bot', 'No bot is available');

async function chooseBot(
  { router }: Pick<SuggestDependencies, 'router'>,
  { accountId, conversationId }: { readonly accountId: AccountId; readonly conversationId: ConversationId },
  { groupId, previousBotId, question, history }: Read,
): Promise<BotId> {
  if (!groupId) throw withoutBot();
  const asked = { accountId, groupId, text: question, history, previousBotId, conversationId };
  const outcome = await router.choose(asked);
  if (outcome.kind === 'chosen') return outcome.botId;
  throw withoutBot();
}

async function reserve(
  { database, models: access }: Pick<SuggestDependencies, 'database' | 'models'>,
  { accountId, botId, isDraft, entrance, question }: SingleQuestion,
): Promise<{ bot: BotRow; id: MessageId; room: Room; request: RoomRequest }> {
  const models = await access.of(accountId);
  return database.system(async (transaction) => {
    const [bot] = await findBotsAcross(transaction, [{ accountId, botId, draft: isDraft }]);
    if (!bot) throw withoutBot();
    const id = newId<MessageId>();
    const place = { id, holder: id, entrance, isAnonymous: false, isStored: false };
    const request = roomRequest(models, { accountId, bot, text: question }, place);
    const [room] = await requestRoom(transaction, [request]);
    return { bot, id, request, room: room ?? { kind: 'spent' } };
  });
}

interface Settled extends Pick<SingleQuestion, 'accountId' | 'conversationId' | 'userId'> {
  readonly bot: BotRow;
  readonly id: MessageId;
  /** Null: a fault of ours; what was set aside is free again. */
  readonly answer: Answer | null;
}

const settle = (
  { database }: Pick<SuggestDependencies, 'database'>,
  { accountId, conversationId, userId, bot, id, answer }: Settled,
): Promise<void> =>
  database.system((transaction) =>
    settleUsage(transaction, [
      {
        accountId,
        id,
        tokens: -(answer?.usage.tokens ?? 0),
        botId: bot.id,
        serviceUuid: answer?.serviceUuid ?? bot.serviceUuid,
        channelId: null,
        conversationId,
        messageId: null,
        input: answer?.usage.inputTokens ?? 0,
        output: answer?.usage.outputTokens ?? 0,
        money: answer?.money ?? null,
        userId: userId ?? null,
      },
    ]),
  );
