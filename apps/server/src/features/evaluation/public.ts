export { createQuestionSetFeature } from './create-question-set-feature.ts';
export { type AskablePassage, questionsFrom } from './document-questions/own-questions.ts';
