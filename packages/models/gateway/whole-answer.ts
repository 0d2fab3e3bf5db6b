import type { AnswerUsage, Failure } from './answer-part.ts';
import type { AnswerRequest } from './answer-request.ts';
import { answerWithRetry } from './stream-answer.ts';

/** What a model said, once it has ended. With a `failure`, `text` is what came before it. */
export interface WholeAnswer {
  readonly text: string;
  readonly usage: AnswerUsage;
  readonly failure: Pick<Failure, 'reason' | 'detail' | 'trouble' | 'retryAfterMs'> | null;
}

/** Of a model that was not asked. */
export const NOT_ASKED: WholeAnswer = {
  text: '',
  usage: { inputTokens: 0, outputTokens: 0, estimated: true },
  failure: null,
};

/** `answerWithRetry` for whoever shows nothing before the end. Never throws for what a provider does. */
export async function wholeAnswer(request: AnswerRequest): Promise<WholeAnswer> {
  let text = '';
  let { usage } = NOT_ASKED;
  for await (const part of answerWithRetry(request)) {
    if (part.kind === 'text') text += part.text;
    else if (part.kind === 'finished') usage = part.usage;
    else if (part.kind === 'failed') {
      const { reason, detail, trouble, retryAfterMs } = part;
      const more = { ...(trouble && { trouble }), ...(retryAfterMs !== undefined && { retryAfterMs }) };
      return { text, usage: part.usage, failure: { reason, detail, ...more } };
    }
  }
  return { text, usage, failure: null };
}
