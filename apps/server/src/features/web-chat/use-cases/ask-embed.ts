import type { EmbedQuestion } from '@hanasu/contract/embed';
import type { AccountId, BotId, VisitorId } from '@hanasu/contract/ids';
import type { VisitorAnswer } from '@hanasu/contract/visitors';
import { AppError } from '../../../platform/app-error.ts';
import type { Call } from '../../../platform/http/context.ts';
import type { HandledReply } from '../../../platform/http/implement.ts';
import { newId } from '../../../platform/ids.ts';
import { chatTurns } from '../../conversations/public.ts';
import type { EmbedDependencies } from '../dependencies.ts';
import { isKnownVisitor, seeVisitor } from '../visitors.store.ts';
import { askAsVisitor, sendAnswer, sendWhole } from './ask-as-visitor.ts';
import { enterEmbed } from './enter-embed.ts';
import { followQuestion, tellNobodyThere } from './follow-answer.ts';
import { type Received, receiveMessage, type Settled } from './receive-message.ts';
import { takeAllowances } from './take-allowances.ts';

const PER_MINUTE = 12;
/** Many visitors can be behind one address: an office, a school, a phone network. */
const SHARED_ADDRESS = 10;

/** A question from a web site: site, identity and caps are checked, then it is answered. */
export async function askEmbed(
  dependencies: EmbedDependencies,
  botId: BotId,
  question: EmbedQuestion,
  call: Call<null>,
): Promise<VisitorAnswer | HandledReply> {
  const { database, tokens, chat } = dependencies;
  const given = question.visitor ? tokens.read(botId, question.visitor) : null;
  const visitorId = given ?? newId<VisitorId>();
  const { accountId, isAnonymous, before, received } = await database.system(async (transaction) => {
    const embed = await enterEmbed(transaction, dependencies, botId, call.request);
    const key = { accountId: embed.accountId, botId, visitorId };
    const { perVisitorPerDay, perDay, identityRequired } = embed.config;
    const isKnown = await isKnownVisitor(transaction, key);
    if (identityRequired && !isKnown)
      throw new AppError('identity_needed', 'Only visitors whom the site has signed in may chat');
    // The browser could not know that its question was taken.
    const asked = { accountId: embed.accountId, askedBy: visitorId, requestId: question.requestUuid ?? null };
    const [before] = await chatTurns.findRequested(transaction, [asked]);
    if (before) return { accountId: embed.accountId, isAnonymous: !isKnown, before, received: null };
    await takeAllowances(
      transaction,
      botId,
      { visitorId, address: call.request.ip },
      {
        visitorPerMinute: PER_MINUTE,
        visitorPerDay: perVisitorPerDay,
        addressPerMinute: PER_MINUTE * SHARED_ADDRESS,
        addressPerDay: perVisitorPerDay * SHARED_ADDRESS,
        everybodyPerDay: perDay,
      },
    );
    const visitor = await seeVisitor(transaction, key);
    return {
      accountId: embed.accountId,
      isAnonymous: !isKnown,
      before: null,
      received: await receiveMessage(transaction, embed, visitor, question),
    };
  });
  const visitor = tokens.issue(botId, visitorId);
  if (before) {
    const { conversationId, id: answerId } = before;
    return sendAnswer(
      chat,
      { kind: 'asked-before', conversationId, answerId },
      { accountId, visitor, ...call },
    );
  }
  if (received.settled) {
    announceSettled(dependencies, accountId, received, received.settled);
    return sendWhole(received.settled.answer, visitor, call);
  }
  const { conversationId } = received;
  return askAsVisitor(
    chat,
    {
      ...{ accountId, botId, visitorId, visitor, isAnonymous, origin: 'embed' },
      question: { ...question, conversationUuid: conversationId },
      onBegun: async (questionId) => {
        if (!received.isNew) await followQuestion(dependencies, accountId, received, questionId);
      },
      onAnswered: () => tellNobodyThere(dependencies, accountId, conversationId),
    },
    call,
  );
}

function announceSettled(
  { chat: { announce } }: EmbedDependencies,
  accountId: AccountId,
  { conversationId }: Received,
  { questionId, replyId }: Settled,
): void {
  announce(accountId, 'user_chat', conversationId, [questionId]);
  if (replyId) announce(accountId, 'bot_chat', conversationId, [replyId]);
}
