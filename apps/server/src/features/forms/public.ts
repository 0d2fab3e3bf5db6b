export { createFormTalk } from './chat/answer-in-chat.ts';
export { createFormTokens } from './public/form-tokens.ts';
