export type { BuiltMessage } from './compose/build-message.ts';
export type { BubbleSources } from './compose/content-facts.ts';
export { isSameForAll } from './compose/content-parts.ts';
export {
  buildComposed,
  createMessageComposer,
  type MessageComposer,
  secureForm,
} from './compose/message-composer.ts';
export { type MessageReader, readerOf, readerOfChannel, readersOfFriends } from './compose/message-values.ts';
export { findTemplates, readContent } from './templates.store.ts';
