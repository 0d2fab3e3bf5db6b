import type { AnswerOutcome, AttachmentView, Citation, Timing, ToolCall, Usage } from '@hanasu/contract/chat';
import type { AccountId, ConversationId, FriendId, MessageId, UserId } from '@hanasu/contract/ids';
import type { DeliveryState, MessageKind, MessageView, Sender } from '@hanasu/contract/inbox';

/** A message about to be stored. */
export interface NewMessage {
  readonly accountId: AccountId;
  readonly id: MessageId;
  readonly conversationId: ConversationId;
  readonly sender: Sender;
  readonly operatorId: UserId | null;
  readonly kind: MessageKind;
  readonly text: string;
  readonly data: Record<string, unknown>;
  readonly citations: readonly Citation[];
  readonly usage: Usage | null;
  readonly outcome: AnswerOutcome | null;
  readonly timing: Timing | null;
  /** Message before it, in conversations with branches; null: the one before it in time. */
  readonly parentId: MessageId | null;
  readonly toolCalls: readonly ToolCall[];
  readonly attachments: readonly AttachmentView[];
  /** Model that answered; null: none did. */
  readonly serviceUuid: string | null;
  readonly deliveryState: DeliveryState;
  readonly vendorMessageId: string | null;
  /** In groups: who of them wrote it. */
  readonly friendId: FriendId | null;
  /** Lets an answer quote it. */
  readonly quoteToken: string | null;
  /** The vendor's id of the message that it quotes. */
  readonly quotesVendorId: string | null;
  /** A person's own words before a model helped. */
  readonly original: MessageView['original'];
  /** Staff named in a note. */
  readonly mentions: readonly UserId[];
  /** Set when it came with its sender's changes already. */
  readonly editedAt: Date | null;
}

type Given = Pick<NewMessage, 'accountId' | 'id' | 'conversationId' | 'sender' | 'text'> &
  Partial<NewMessage>;

/** Fills what a plain message has not. */
export const newMessage = (given: Given): NewMessage => ({
  operatorId: null,
  kind: 'text',
  data: {},
  citations: [],
  usage: null,
  outcome: null,
  timing: null,
  parentId: null,
  toolCalls: [],
  attachments: [],
  serviceUuid: null,
  deliveryState: 'none',
  vendorMessageId: null,
  friendId: null,
  quoteToken: null,
  quotesVendorId: null,
  original: null,
  mentions: [],
  editedAt: null,
  ...given,
});

export const EVENT_PREFIX = 'event:';

export const ASIDE_PREFIX = 'aside:';
