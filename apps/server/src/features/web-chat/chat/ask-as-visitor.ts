import type { AnswerOutcome, ChatAnswer, ChatStart, Citation } from '@hanasu/contract/chat';
import { readableTitle, withoutMarks } from '@hanasu/contract/customer-words/sources';
import type { AccountId, BotId, ConversationId, MessageId, VisitorId } from '@hanasu/contract/ids';
import type { MediaView } from '@hanasu/contract/media';
import type {
  VisitorAnswer,
  VisitorCitation,
  VisitorFile,
  VisitorOutcome,
  VisitorQuestion,
} from '@hanasu/contract/visitors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { HANDLED, type HandledReply } from '../../../platform/http/implement.ts';
import {
  type AskedBefore,
  type ChatDependencies,
  type ShowPart,
  type StartedChat,
  startChat,
  streamChat,
  wholeAnswer,
} from '../../answering/public.ts';

/** Calls back when staff have said something in the conversation; returns how to stop. */
export type News = (conversationId: ConversationId, tell: () => void) => () => void;

interface VisitorCall {
  readonly accountId: AccountId;
  readonly botId: BotId;
  readonly visitorId: VisitorId;
  /** Sent back, so that the browser keeps it. */
  readonly visitor: string;
  /** Of the bot. */
  readonly showSources: boolean;
  readonly origin: 'public' | 'embed';
  /** No site has signed them in. */
  readonly isAnonymous: boolean;
  readonly question: VisitorQuestion;
  /** What staff say meanwhile. */
  readonly news?: News;
  /** The question is stored. */
  readonly onBegun?: (questionId: MessageId) => Promise<void>;
  /** The answer is stored. */
  readonly onAnswered?: () => Promise<void>;
}

/**
 * Answers a visitor, as a stream or as JSON. Whoever comes back to a page they left finds the whole answer, so it is
 * not stopped when they leave. Caps are counted before.
 */
export async function askAsVisitor(
  dependencies: ChatDependencies,
  { visitor, showSources, question, news, onBegun, onAnswered, ...call }: VisitorCall,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<VisitorAnswer | HandledReply> {
  const { accountId } = call;
  const begun = await startChat(dependencies, {
    ...call,
    conversationId: question.conversationUuid ?? null,
    text: question.message,
    requestId: question.requestUuid ?? null,
    signal: null,
  });
  if (begun.kind === 'begun') {
    await onBegun?.(begun.questionId);
    const follow = async (answer: ChatAnswer | null): Promise<void> => {
      if (answer) await onAnswered?.();
    };
    // Whoever asked may have gone by then.
    void begun.answer.then(follow).catch(dependencies.onError);
  }
  return sendAnswer(dependencies, begun, { accountId, visitor, showSources, request, reply, news });
}

/** Sends a visitor the answer to a question, asked now or before. */
export async function sendAnswer(
  dependencies: ChatDependencies,
  chat: StartedChat | AskedBefore,
  to: {
    readonly accountId: AccountId;
    readonly visitor: string;
    readonly showSources: boolean;
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
    readonly news?: News | undefined;
  },
): Promise<VisitorAnswer | HandledReply> {
  const { accountId, visitor, showSources, request, reply, news } = to;
  if (wantsJson(request)) return visitorAnswer(await wholeAnswer(dependencies, chat, accountId), showSources);
  await streamChat(dependencies, chat, {
    accountId,
    reply,
    show: visitorParts(visitor, showSources),
    news: news && ((tell) => news(chat.conversationId, tell)),
  });
  return HANDLED;
}

/** What a visitor sees of a stream: words, and in the end what the words rest on. */
export const visitorParts =
  (visitor: string, showSources: boolean): ShowPart =>
  (part) => {
    if (part.type === 'start') {
      const { conversationUuid } = part.messageMetadata as z.infer<typeof ChatStart>;
      return { ...part, messageMetadata: { conversationUuid, visitor } };
    }
    if (part.type === 'data-answer')
      return { ...part, data: visitorAnswer(part.data as ChatAnswer, showSources) };
    return part.type === 'data-citations' || part.type === 'data-tool' ? null : part;
  };

/** What is known at once, in the form that was asked for. */
export function sendWhole(
  answer: VisitorAnswer,
  visitor: string,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): VisitorAnswer | HandledReply {
  if (wantsJson(request)) return answer;
  const messageMetadata = { conversationUuid: answer.conversationUuid, visitor };
  const parts = [
    { type: 'start', messageId: answer.message.uuid, messageMetadata },
    { type: 'data-answer', data: answer },
    { type: 'finish' },
  ];
  const events = parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('');
  reply.type('text/event-stream').header('cache-control', 'no-cache').send(`${events}data: [DONE]\n\n`);
  return HANDLED;
}

/** A stream unless JSON was asked for and a stream was not. */
function wantsJson(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '';
  return accept.includes('application/json') && !accept.includes('text/event-stream');
}

/** Complete by type: a new outcome does not compile until it is decided what a visitor is told of it. */
const OUTCOMES = {
  answered: 'answered',
  curated: 'answered',
  not_found: 'not_found',
  handed_over: 'handed_over',
  stopped: 'stopped',
  model_failed: 'unavailable',
  no_tokens: 'unavailable',
  busy: 'unavailable',
  no_budget: 'unavailable',
  paused: 'unavailable',
  not_published: 'unavailable',
} as const satisfies Record<AnswerOutcome, VisitorOutcome>;

/** What a visitor may know of an answer: no costs, tools, models or passages that were not cited. */
const visitorAnswer = (
  { conversationUuid, message, outcome }: ChatAnswer,
  showSources: boolean,
): VisitorAnswer => ({
  conversationUuid,
  message: { uuid: message.uuid, ...visitorWords(message, showSources) },
  outcome: OUTCOMES[outcome],
});

/** An answer with the citations that it points to, named for customers; without any where the bot shows no sources. */
export function visitorWords(
  {
    text,
    citations,
  }: {
    readonly text: string;
    readonly citations: readonly Pick<Citation, 'number' | 'title' | 'page' | 'quote'>[];
  },
  showSources: boolean,
): { text: string; citations: VisitorCitation[] } {
  const shown = citations
    .filter(({ number }) => showSources && text.includes(`[${number}]`))
    .map(({ number, title, page, quote }) => ({ number, title: readableTitle(title), page, quote }))
    .filter(({ title }) => title !== '');
  const known = new Set(shown.map(({ number }) => number));
  const hidden = citations.map(({ number }) => number).filter((number) => !known.has(number));
  return { text: withoutMarks(text, hidden), citations: shown };
}

const SHOWN = ['image', 'video', 'audio'] as const;

/** What staff have sent beside words; null: nothing, or it is gone. */
export function visitorFile(media: MediaView | undefined): VisitorFile | null {
  if (!media?.url) return null;
  const { name, url, thumbnailUrl: previewUrl } = media;
  const kind = SHOWN.find((one) => media.contentType?.startsWith(`${one}/`)) ?? 'file';
  return { kind, name, url, previewUrl };
}
