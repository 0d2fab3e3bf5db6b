export { createQuestionSetFeature } from './create-question-set-feature.ts';
export { addQuestionSetRoutes } from './routes.ts';
export { questionSetJobs } from './runs/run-tests.ts';
