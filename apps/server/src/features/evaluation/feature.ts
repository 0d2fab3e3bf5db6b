import { defineFeature } from '../../platform/feature.ts';
import type { QuestionSetFeature } from './create-question-set-feature.ts';
import {
  addDocumentQuestionRoutes,
  type DocumentQuestionDependencies,
} from './document-questions/document-questions.ts';
import { addQuestionSetRoutes } from './routes.ts';
import { questionSetJobs } from './runs/run-tests.ts';

interface Context {
  readonly questionSets: QuestionSetFeature;
}

export const evaluationFeature = defineFeature<
  Context & Pick<DocumentQuestionDependencies, 'askBot'>,
  unknown,
  Context
>({
  name: 'evaluation',
  routes(implement, { questionSets, askBot }) {
    addQuestionSetRoutes(implement, questionSets);
    addDocumentQuestionRoutes(implement, { ...questionSets, askBot });
  },
  jobs: ({ questionSets }) => questionSetJobs(questionSets),
  recover: ({ questionSets }) => questionSets.recoverInterruptedWork(),
});
