import type { AnswerUsage, Failure, FinishedPart } from './answer-part.ts';
import type { AnswerRequest } from './answer-request.ts';
import { answerWithRetry } from './stream-answer.ts';

/** What a model said, once it has ended. With a `failure`, `text` is what came before it. */
export interface WholeAnswer {
  readonly text: string;
  readonly usage: AnswerUsage;
  /** Null with a `failure`. */
  readonly finishReason: FinishedPart['finishReason'] | null;
  readonly failure: Pick<Failure, 'reason' | 'detail' | 'trouble' | 'retryAfterMs'> | null;
}

/** Of a model that was not asked. */
export const NOT_ASKED: WholeAnswer = {
  text: '',
  usage: { inputTokens: 0, outputTokens: 0, estimated: true },
  finishReason: null,
  failure: null,
};

/**
 * `answerWithRetry` for callers that need the answer as a whole; `onText` gets each piece as it comes. Never throws for
 * what a provider does.
 */
export async function wholeAnswer(
  request: AnswerRequest,
  onText?: (piece: string) => void,
): Promise<WholeAnswer> {
  let text = '';
  let { usage, finishReason } = NOT_ASKED;
  for await (const part of answerWithRetry(request)) {
    if (part.kind === 'text') {
      text += part.text;
      onText?.(part.text);
    } else if (part.kind === 'finished') ({ usage, finishReason } = part);
    else if (part.kind === 'failed') {
      const { reason, detail, trouble, retryAfterMs } = part;
      const more = { ...(trouble && { trouble }), ...(retryAfterMs !== undefined && { retryAfterMs }) };
      const failure = { reason, detail, ...more };
      return { text, usage: part.usage, finishReason: null, failure };
    }
  }
  return { text, usage, finishReason, failure: null };
}
