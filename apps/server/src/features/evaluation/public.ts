export { createQuestionSetFeature } from './create-question-set-feature.ts';
export { questionSetJobs } from './jobs.ts';
export { addQuestionSetRoutes } from './routes.ts';
