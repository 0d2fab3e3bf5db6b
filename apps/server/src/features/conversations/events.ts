import type { AccountId, ConversationId, MessageId, UserId } from '@hanasu/contract/ids';
import type { UPDATE_ACTIONS } from '@hanasu/contract/realtime';

type Action = (typeof UPDATE_ACTIONS)[number];

/** Publishes messages or a changed conversation to the account's browsers and web hooks. Called after the commit. */
export type PublishConversationUpdate = (
  accountId: AccountId,
  action: Action,
  conversationId: ConversationId,
  messageIds?: readonly MessageId[],
) => void;

/** What people may be notified of. Published after the commit that made it. */
export type ConversationEvent =
  | {
      readonly kind: 'assigned';
      readonly accountId: AccountId;
      readonly conversationId: ConversationId;
      readonly userId: UserId;
      /** Who gave it to them; null: it was their turn. */
      readonly by: UserId | null;
    }
  | {
      readonly kind: 'mention';
      readonly accountId: AccountId;
      readonly conversationId: ConversationId;
      readonly messageId: MessageId;
      readonly userId: UserId;
      readonly by: UserId;
    }
  | {
      readonly kind: 'late';
      readonly accountId: AccountId;
      readonly conversationId: ConversationId;
      /** Who has it; null: nobody. */
      readonly userId: UserId | null;
      readonly respondBy: Date;
    };
export type PublishConversationEvent = (event: ConversationEvent) => void;
