import type { ChannelManifest } from '@hanasu/channels/spec/manifest';
import type { OutgoingPart } from '@hanasu/channels/spec/outgoing';
import type { Usage } from '@hanasu/contract/chat';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { AccountId, ChannelId, ConversationId, MediaId, MessageId, UserId } from '@hanasu/contract/ids';
import type { suggestReply } from '@hanasu/contract/inbox-work';
import type { RewriteTask } from '@hanasu/models/prompts/tasks';
import type { AccountTransaction, Database } from '../../platform/database/database.ts';
import type { Realtime } from '../../platform/realtime/realtime.ts';
import type { EnqueueDelivery } from '../automations/public.ts';
import type { SavedSegments } from '../contacts/public.ts';
import type { PublishConversationEvent, PublishConversationUpdate } from '../conversations/public.ts';
import type { MessageComposer } from '../message-templates/public.ts';

export type MediaPart = Extract<OutgoingPart, { kind: 'image' | 'video' | 'audio' | 'file' }>;

export type OutgoingFile =
  | { readonly kind: 'ok'; readonly part: MediaPart }
  /** There is no such file, or not any more. */
  | { readonly kind: 'gone' }
  /** The channel takes no more than `limit` bytes of this kind. */
  | { readonly kind: 'too-large'; readonly limit: number };

/**
 * How a stored file of the account goes out, with an address that vendors can fetch it from; of a file that more than one
 * message may show, a copy does. It may take a while: it is asked outside of transactions.
 */
type OutgoingMedia = (
  accountId: AccountId,
  mediaId: MediaId,
  to: {
    readonly limits: ChannelManifest['limits']['fileBytes'];
    /** A stand-in of the vendor fetches from addresses that the vendor could not reach. */
    readonly isSandbox: boolean;
    /** Who sends it. */
    readonly userId: UserId;
  },
) => Promise<OutgoingFile>;

/** What a kind of channel can do; null: there is no such kind here. */
export type ManifestOf = (kind: string) => ChannelManifest | null;

export interface WritingOrder {
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly conversationId: ConversationId;
  readonly task: RewriteTask;
  readonly text: string;
}

export type Written =
  | { readonly kind: 'written'; readonly text: string; readonly usage: Usage }
  | { readonly kind: 'none' | 'no-tokens' | 'busy' | 'failed' };

/** Rewrites a text with a language model, charged to the account. Never throws for what a model does. */
export type Writer = (order: WritingOrder) => Promise<Written>;

export type Suggestion = EndpointOutput<typeof suggestReply>;

/**
 * What the bot of a conversation would say now; throws the codes of the endpoint. Handed in, because the inbox imports
 * nothing of `answering`.
 */
type Suggest = (
  asked: { readonly accountId: AccountId; readonly userId: UserId },
  conversationId: ConversationId,
) => Promise<Suggestion>;

export interface InboxDependencies {
  readonly database: Database;
  readonly publishConversationUpdate: PublishConversationUpdate;
  readonly realtime: Pick<Realtime, 'emit' | 'emitToUser'>;
  readonly manifestOf: ManifestOf;
  /** The list of conversations can be narrowed by one. */
  readonly segments: SavedSegments;
  readonly enqueueDelivery: EnqueueDelivery;
  /** Called after the commit: there is something to send. */
  readonly notifyDelivery: () => void;
  /** Called after the commit: the bot may owe an answer. */
  readonly notifyTurns: () => void;
  readonly retryDelivery: (transaction: AccountTransaction, messageId: MessageId) => Promise<boolean>;
  /** Asks the customer of a conversation that is being closed how it was; null: nothing was asked. */
  readonly askSatisfaction: (
    transaction: AccountTransaction,
    conversation: { readonly conversationId: ConversationId; readonly channelId: ChannelId },
  ) => Promise<MessageId | null>;
  /** Absent: no pictures, recordings and files are sent. */
  readonly outgoingMedia?: OutgoingMedia;
  /** Whether one more push that the vendor counts may be made; absent: by what the vendor has counted. */
  readonly hasPushQuota?: (
    transaction: AccountTransaction,
    channelId: ChannelId,
    conversationId: ConversationId,
  ) => Promise<boolean>;
  /** Absent: no event is published. */
  readonly publishInboxEvent?: PublishConversationEvent;
  readonly composer: MessageComposer;
  readonly suggest: Suggest;
  /** Null: there is no language model here. */
  readonly writer: Writer | null;
}
