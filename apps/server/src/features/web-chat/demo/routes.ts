import { askDemo } from '@hanasu/contract/demo';
import type { Implement } from '../../../platform/http/implement.ts';
import { answerDemo } from './answer-demo.ts';
import { createQuestionCounter, type QuestionCaps } from './count-questions.ts';

export function addDemoRoutes(implement: Implement, caps: QuestionCaps): void {
  const countQuestion = createQuestionCounter(caps);
  implement(askDemo, ({ body: { message, locale } }, { request }) => {
    countQuestion(request.ip);
    return answerDemo(message, locale);
  });
}
