export type {
  ConversationEvent,
  PublishConversationEvent,
  PublishConversationUpdate,
} from './events.ts';
