import type { ChatAnswer } from '@hanasu/contract/chat';
import type { AccountId, BotId, MessageId, VisitorId } from '@hanasu/contract/ids';
import type { VisitorAnswer, VisitorQuestion } from '@hanasu/contract/visitors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HANDLED, type HandledReply } from '../../../platform/http/implement.ts';
import { type BegunChat, beginChat, type ChatDependencies, watchChat } from '../../answering/public.ts';
import { visitorAnswer } from '../domain/visitor-view.ts';

export interface VisitorCall {
  readonly accountId: AccountId;
  readonly botId: BotId;
  readonly visitorId: VisitorId;
  /** Sent back, so that the browser keeps it. */
  readonly visitor: string;
  readonly origin: 'public' | 'embed';
  readonly question: VisitorQuestion;
  /** The question is stored. */
  readonly onBegun?: (questionId: MessageId) => Promise<void>;
  /** The answer was that a person is wanted. */
  readonly onHandedOver?: () => Promise<void>;
}

/**
 * Answers a visitor, as a stream or as JSON. Whoever comes back to a page they left finds the whole answer, so it is
 * not stopped when they leave. Caps are counted before.
 */
export async function askAsVisitor(
  dependencies: ChatDependencies,
  { visitor, question, onBegun, onHandedOver, ...call }: VisitorCall,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<VisitorAnswer | HandledReply> {
  const begun = await beginChat(dependencies, {
    ...call,
    conversationId: question.conversationUuid ?? null,
    text: question.message,
    signal: null,
  });
  await onBegun?.(begun.questionId);
  const follow = async (answer: ChatAnswer | null): Promise<void> => {
    if (answer?.outcome === 'handed_over') await onHandedOver?.();
  };
  if (wantsJson(request)) {
    const answer = await begun.answer(SILENT);
    await follow(answer);
    return visitorAnswer(answer);
  }
  await follow(await streamToVisitor(begun, visitor, request, reply));
  return HANDLED;
}

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

const nothing = (): void => undefined;
const SILENT = { onPassages: nothing, onText: nothing, onTool: nothing };

/** A stream unless JSON was asked for and a stream was not. */
function wantsJson(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '';
  return accept.includes('application/json') && !accept.includes('text/event-stream');
}

async function streamToVisitor(
  begun: BegunChat,
  visitor: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ChatAnswer | null> {
  const { running } = begun;
  const watched = watchChat(running, reply);
  const messageMetadata = { conversationUuid: begun.conversationId, visitor };
  running.part({ type: 'start', messageId: begun.answerId, messageMetadata });
  let hasText = false;
  const say = (text: string): void => {
    hasText ||= text !== '';
    if (text !== '') running.part({ type: 'text', text });
  };
  let answered: ChatAnswer | null = null;
  try {
    answered = await begun.answer({
      ...SILENT,
      onText: say,
      onAnswer: (answer) => {
        if (!hasText) say(answer.message.text);
        running.part({ type: 'data-answer', data: visitorAnswer(answer) });
      },
    });
  } catch (error) {
    request.log.error({ err: error }, 'chat failed after its stream had begun');
  }
  await watched;
  return answered;
}
