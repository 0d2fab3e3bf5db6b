export { SEALED_REMOVALS } from './menus/menu-removals.store.ts';
export { createMenuTaps } from './menus/take-tap.ts';
export { createRichMessageBubbles } from './rich-messages/rich-message.ts';
