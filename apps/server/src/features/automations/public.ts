export { findRuled, type RuledConversation } from './automations.store.ts';
export { classifyContent } from './customer-content.ts';
export { homeLanguage } from './customer-texts.ts';
export type { FormMessage, FormTalk } from './form-talk.ts';
export { findHandover, presentAnswer, staffWillLook, type TurnOnChannel } from './present-answer.ts';
export {
  applyRules,
  type MenuTaps,
  type RuledInbound,
  type Ruling,
} from './run-automations.ts';
export { channelSettings } from './settings/read-settings.ts';
export { createStaffMessages, type EnqueueDelivery, type SendOwn } from './staff-messages.ts';
export {
  runWebChannelAutomations,
  takeOutOfOfficeNotice,
  webChannelQuickReplies,
} from './web-channel.ts';
