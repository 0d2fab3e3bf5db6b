export { createFormTalk } from './chat/answer-in-chat.ts';
export { findOpenForms } from './forms.store.ts';
export { createFormTokens } from './public/form-tokens.ts';
