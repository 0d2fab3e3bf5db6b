export { createFormTalk } from './chat/answer-in-chat.ts';
export { createFormTools } from './chat/form-tool.ts';
export { findOpenForms } from './forms.store.ts';
export { createFormTokens, type FormTokens } from './public/form-tokens.ts';
export { createFormBubbles, findVisitorForms } from './send-form.ts';
