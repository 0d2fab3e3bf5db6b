import type { ChatAnswer } from '@hanasu/contract/chat';
import type { AccountId } from '@hanasu/contract/ids';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import { awaitAnswer, followTurn, type ShowPart, watchChat } from './follow-turn.ts';
import type { AskedBefore, BegunChat, ChatDependencies } from './use-cases/chat.ts';

/** Streams an answer from its start on, be it begun now or asked for before. It goes on when nobody listens any more. */
export async function streamChat(
  dependencies: ChatDependencies,
  chat: BegunChat | AskedBefore,
  to: { readonly accountId: AccountId; readonly reply: FastifyReply; readonly show?: ShowPart },
): Promise<ChatAnswer | null> {
  const { accountId, reply, show } = to;
  const { conversationId } = chat;
  if (chat.kind === 'begun') {
    await watchChat(chat.running, reply, { show });
    return chat.answer;
  }
  const cursor = { answerId: chat.answerId, attempt: 1, position: 0 };
  const isThere = await followTurn(dependencies, { accountId, conversationId, cursor, show }, reply);
  if (!isThere) throw notHere();
  return null;
}

/** The whole answer, for who asked for no stream. */
export async function wholeAnswer(
  dependencies: ChatDependencies,
  chat: BegunChat | AskedBefore,
  accountId: AccountId,
): Promise<ChatAnswer> {
  const answer =
    chat.kind === 'begun'
      ? await chat.answer
      : await awaitAnswer(dependencies, { accountId, id: chat.answerId });
  if (!answer) throw notHere();
  return answer;
}

const notHere = (): AppError =>
  new AppError(
    'conversation_busy',
    'The question is stored and will be answered. Read the conversation for its answer.',
  );
