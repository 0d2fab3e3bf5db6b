import type { Room, RoomRequest, Rooms } from '../../billing/public.ts';
import type { Answer, AnswerListener, Question } from '../domain/answer.ts';
import { type AnswerDependencies, answerQuestion } from './answer-question.ts';
import { answerWithoutModel } from './answer-without-model.ts';
import { plainAnswer, unable } from './plain-answer.ts';

export type RoomlessQuestion = Omit<Question, 'grantedTokens' | 'isBusy' | 'onCost'>;

export interface AnswerRoom {
  readonly rooms: Rooms;
  readonly request: RoomRequest;
  readonly room: Room;
}

/** Answers as soon as there is room for it; what needs no model is said at once. */
export async function answerWithRoom(
  dependencies: AnswerDependencies,
  question: RoomlessQuestion,
  asked: AnswerRoom,
  listener: AnswerListener,
): Promise<Answer> {
  const { rooms, request, room } = asked;
  if (room.kind !== 'waiting') return answerIn(dependencies, question, asked, listener);
  const startedAt = performance.now();
  const said = await answerWhileWaiting(dependencies, question);
  if (said) {
    await rooms.leave(request);
    return said;
  }
  const found = await rooms.waitForRoom(request, question.signal);
  if (found.kind === 'waiting') return plainAnswer('stopped', '', startedAt, { wantsPerson: false });
  return answerIn(dependencies, question, { rooms, request, room: found }, listener);
}

/** What can be said without a model needs no tokens, so it need not wait for any. */
export const answerWhileWaiting = (dependencies: AnswerDependencies, question: RoomlessQuestion) =>
  answerWithoutModel(dependencies, { ...question, grantedTokens: 1 }, performance.now());

async function answerIn(
  dependencies: AnswerDependencies,
  question: RoomlessQuestion,
  { rooms, request, room }: AnswerRoom,
  listener: AnswerListener,
): Promise<Answer> {
  if (room.kind !== 'granted') {
    const isBusy = room.kind === 'busy';
    return answerQuestion(dependencies, { ...question, grantedTokens: 0, isBusy }, listener);
  }
  const startedAt = performance.now();
  const { accountId, id } = request;
  const usedUp = new AbortController();
  const grow = rooms.grow({ accountId, id, ...room });
  const answer = await answerQuestion(
    dependencies,
    {
      ...question,
      signal: AbortSignal.any([question.signal, usedUp.signal]),
      grantedTokens: room.limit,
      onCost: (tokens) => {
        if (!grow(tokens)) usedUp.abort();
      },
    },
    listener,
  );
  if (answer.outcome !== 'stopped' || !usedUp.signal.aborted) return answer;
  const { text } = answer.text.trim() === '' ? unable(question, 'no_tokens', startedAt) : answer;
  return { ...answer, text, outcome: 'no_tokens', wantsPerson: true };
}
