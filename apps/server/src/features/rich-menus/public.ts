export { SEALED_REMOVALS } from './menus/channel-menus.store.ts';
export { createMenuTaps } from './menus/take-tap.ts';
export { createRichMessageBubbles } from './rich-messages/rich-message.ts';
