import * as behaviour from './present-answer.ts';

export { findLastText, findRuled, findSettings, type RuledConversation } from './automations.store.ts';
export { contentKind, modeOf, needsLook, showsLife, typedWords, wordsForBot } from './customer-content.ts';
export { languageFor } from './customer-texts.ts';
export { type EnqueueDelivery, enqueueParts } from './enqueue-staff-message.ts';
export { outOfOfficeNotice } from './hours.ts';
export type { TurnOnChannel } from './present-answer.ts';
export { readQuickReplyAction } from './quick-replies.ts';
export {
  applyRules,
  greetingOf,
  NO_RULING,
  type RuledInbound,
  type RuledPlace,
  type Ruling,
} from './run-automations.ts';
export { askSatisfaction } from './satisfaction.ts';
export { readSettings } from './settings/read-settings.ts';
export { runWebChannelAutomations, takeOutOfOfficeNotice, webChannelQuickReplies } from './web-channel.ts';
export { behaviour };
