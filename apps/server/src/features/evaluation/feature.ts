import { defineFeature } from '../../platform/feature.ts';
import type { QuestionSetFeature } from './create-question-set-feature.ts';
import { addQuestionSetRoutes } from './routes.ts';
import { questionSetJobs } from './runs/run-tests.ts';

interface Context {
  readonly questionSets: QuestionSetFeature;
}

export const evaluationFeature = defineFeature<Context, unknown, Context>({
  name: 'evaluation',
  routes: (implement, { questionSets }) => addQuestionSetRoutes(implement, questionSets),
  jobs: ({ questionSets }) => questionSetJobs(questionSets),
  recover: ({ questionSets }) => questionSets.recoverInterruptedWork(),
});
