import type { EmbedQuestion, resumeEmbedChat } from '@hanasu/contract/embed';
import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { AccountId, BotId, VisitorId } from '@hanasu/contract/ids';
import type { VisitorAnswer } from '@hanasu/contract/visitors';
import { AppError } from '../../../platform/app-error.ts';
import { consumeAllowance, tryKey } from '../../../platform/database/consume-allowance.ts';
import type { SystemTransaction } from '../../../platform/database/database.ts';
import type { Call } from '../../../platform/http/context.ts';
import { HANDLED, type HandledReply } from '../../../platform/http/implement.ts';
import { sourceOf } from '../../../platform/http/source-of.ts';
import { newId } from '../../../platform/ids.ts';
import { cursorOf, followTurn } from '../../answering/public.ts';
import { chatTurns } from '../../conversations/public.ts';
import type { EmbedDependencies } from '../dependencies.ts';
import { findOpenEmbed } from '../visitors/create-session.ts';
import { isKnownVisitor, lastConversation, seeVisitor } from '../visitors/visitors.store.ts';
import { askAsVisitor, sendAnswer, sendWhole, visitorParts } from './ask-as-visitor.ts';
import {
  followQuestion,
  publishOutOfOffice,
  type Received,
  receiveMessage,
  type Settled,
} from './receive-message.ts';

const PER_MINUTE = 12;
/** Many visitors can be behind one address: an office, a school, a phone network. */
const SHARED_ADDRESS = 10;

/** A question from a web site: site, identity and caps are checked, then it is answered. */
export async function askEmbed(
  dependencies: EmbedDependencies,
  {
    botId,
    question,
    call,
  }: { readonly botId: BotId; readonly question: EmbedQuestion; readonly call: Call<null> },
): Promise<VisitorAnswer | HandledReply> {
  const { database, tokens, chat } = dependencies;
  const given = question.visitor ? tokens.read(botId, question.visitor) : null;
  const visitorId = given ?? newId<VisitorId>();
  const embed = await database.system((transaction) =>
    findOpenEmbed(transaction, dependencies, botId, call.request),
  );
  // The limits of the bot and the conversation are locked: the wait for them holds no connection.
  const entry = { accountId: embed.accountId, key: botId };
  const { accountId, showSources, isAnonymous, before, received } = await database.inQueue(entry, () =>
    database.system(async (transaction) => {
      const key = { accountId: embed.accountId, botId, visitorId };
      const { perVisitorPerDay, perDay, identityRequired } = embed.config;
      const isKnown = await isKnownVisitor(transaction, key);
      if (identityRequired && !isKnown)
        throw new AppError('identity_needed', 'Only visitors signed in by the web site may chat');
      // The browser could not know that its question was taken.
      const asked = {
        accountId: embed.accountId,
        askedBy: visitorId,
        requestId: question.requestUuid ?? null,
      };
      const [before] = await chatTurns.findRequested(transaction, [asked]);
      const { accountId, showSources } = embed;
      if (before) return { accountId, showSources, isAnonymous: !isKnown, before, received: null };
      await consumeRateLimits(
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
        ...{ accountId, showSources },
        isAnonymous: !isKnown,
        before: null,
        received: await receiveMessage(transaction, embed, visitor, {
          question,
          formTalk: dependencies.formTalk,
          composer: dependencies.composer,
        }),
      };
    }),
  );
  const visitor = tokens.issue(botId, visitorId);
  if (before) {
    const { conversationId, id: answerId } = before;
    return sendAnswer(
      chat,
      { kind: 'asked-before', conversationId, answerId },
      { accountId, visitor, showSources, news: dependencies.news.listen, ...call },
    );
  }
  received.after?.();
  if (received.settled) {
    publishSettled(dependencies, { accountId, received, settled: received.settled });
    return sendWhole(received.settled.answer, visitor, call);
  }
  const { conversationId } = received;
  return askAsVisitor(
    chat,
    {
      ...{ accountId, botId, visitorId, visitor, showSources, isAnonymous, origin: 'embed' },
      question: { ...question, conversationUuid: conversationId },
      news: dependencies.news.listen,
      onBegun: async (questionId) => {
        if (!received.isNew || received.handover)
          await followQuestion(dependencies, { accountId, received, questionId });
      },
      onAnswered: () => publishOutOfOffice(dependencies, accountId, conversationId),
    },
    call,
  );
}

function publishSettled(
  { chat: { publishConversationUpdate } }: EmbedDependencies,
  {
    accountId,
    received: { conversationId },
    settled: { questionId, replyId, line },
  }: { readonly accountId: AccountId; readonly received: Received; readonly settled: Settled },
): void {
  publishConversationUpdate(accountId, 'user_chat', conversationId, [questionId]);
  if (replyId) publishConversationUpdate(accountId, 'bot_chat', conversationId, [replyId]);
  if (line) publishConversationUpdate(accountId, 'system', conversationId, [line]);
}

/** Goes on with the stream of the visitor's own last conversation; undefined: there is none to go on with. */
export async function resumeAnswer(
  dependencies: EmbedDependencies,
  { params: { botUuid }, query }: EndpointRequest<typeof resumeEmbedChat>,
  { request, reply }: Call<null>,
): Promise<HandledReply | undefined> {
  const { database, tokens, chat } = dependencies;
  const visitor = String(request.headers['x-visitor'] ?? '');
  const visitorId = tokens.read(botUuid, visitor);
  const found = await database.system(async (transaction) => {
    const { accountId, botId, showSources } = await findOpenEmbed(
      transaction,
      dependencies,
      botUuid,
      request,
    );
    const last = visitorId && (await lastConversation(transaction, { accountId, botId, visitorId }));
    return last ? { accountId, showSources, conversationId: last.id } : null;
  });
  if (!found) return undefined;
  const { showSources, ...conversation } = found;
  const asked = {
    ...conversation,
    cursor: cursorOf(query),
    show: visitorParts(visitor, showSources),
    news: (tell: () => void) => dependencies.news.listen(found.conversationId, tell),
  };
  return (await followTurn(chat, asked, reply)) ? HANDLED : undefined;
}

/** Questions, by whom and in which time. Null: no such limit. */
interface VisitorRateLimits {
  readonly visitorPerMinute: number;
  readonly visitorPerDay: number;
  readonly addressPerMinute: number;
  readonly addressPerDay: number;
  /** All visitors together. */
  readonly everybodyPerDay: number | null;
}

const MINUTE = 60;
const DAY = 24 * 60 * 60;

/**
 * Counts one question. Throws `chat_limit_reached` with the seconds to wait; the caller's transaction then ends
 * without having counted anything. The counters are taken in the same order by everybody.
 */
export async function consumeRateLimits(
  transaction: SystemTransaction,
  scope: string,
  who: { readonly visitorId: VisitorId; readonly address: string },
  caps: VisitorRateLimits,
): Promise<void> {
  const source = sourceOf(who.address);
  const counters: readonly [string, string, number | null, number][] = [
    ['visitor-minute', who.visitorId, caps.visitorPerMinute, MINUTE],
    ['visitor-day', who.visitorId, caps.visitorPerDay, DAY],
    ['address-minute', source, caps.addressPerMinute, MINUTE],
    ['address-day', source, caps.addressPerDay, DAY],
    ['everybody-day', '', caps.everybodyPerDay, DAY],
  ];
  for (const [name, whose, times, seconds] of counters) {
    if (times === null) continue;
    const retryAfter = await consumeAllowance(transaction, tryKey('ask', scope, name, whose), {
      times,
      seconds,
    });
    if (retryAfter > 0)
      throw new AppError('chat_limit_reached', `At most ${times} questions in ${seconds} seconds`, {
        more: { retryAfter },
      });
  }
}
