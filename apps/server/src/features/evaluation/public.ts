export { createQuestionSetFeature } from './create-question-set-feature.ts';
