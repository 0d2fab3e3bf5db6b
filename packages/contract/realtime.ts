import { z } from 'zod';
import { FriendSyncView } from './friends.ts';
import { BroadcastId, ConversationId, CustomerId, FormId } from './ids.ts';
import { ConversationView, MessageView } from './inbox.ts';
import { DocumentView, KnowledgeView } from './knowledge.ts';
import { NOTIFY_EVENTS } from './notify.ts';
import { TestRunView } from './question-sets.ts';
import { WebsiteView } from './websites.ts';

/** Client → server: join with the session token; acknowledged with `{ok}`. */
export const JOIN_EVENT = 'joinChatChannel';

/** Server → client, to everyone of the account. */
export const UPDATE_CONVERSATION = 'update-conversation';
export const UPDATE_ACTIONS = [
  'user_chat',
  'bot_chat',
  'operator_chat',
  'system',
  'delivery',
  'handling',
] as const;
/** `user_chat`: a customer wrote. `delivery`: a message's delivery changed. `handling`: conversation changed, `message` is its last one or null. */
export const UpdateConversation = z.object({
  action: z.enum(UPDATE_ACTIONS),
  data: z.array(z.object({ message: MessageView.nullable(), conversation: ConversationView })),
});
export type UpdateConversation = z.infer<typeof UpdateConversation>;

export const UPDATE_DOCUMENT = 'update-document';
export const UpdateDocument = z.object({ document: DocumentView });
export type UpdateDocument = z.infer<typeof UpdateDocument>;

/** Its passages are being embedded, or that is over or waits. */
export const UPDATE_KNOWLEDGE = 'update-knowledge';
export const UpdateKnowledge = z.object({ knowledge: KnowledgeView });
export type UpdateKnowledge = z.infer<typeof UpdateKnowledge>;
/** A crawl went on; now and then while it runs, and when it ends. */
export const UPDATE_WEBSITE = 'update-website';
export const UpdateWebsite = z.object({ website: WebsiteView });
export type UpdateWebsite = z.infer<typeof UpdateWebsite>;

/** A friend is being answered. */
export const UPDATE_TYPING = 'update-typing';
export const UpdateTyping = z.object({ conversationUuid: z.string(), active: z.boolean() });
export type UpdateTyping = z.infer<typeof UpdateTyping>;

/** A run of test questions was queued, has come further, or is over. */
export const UPDATE_TEST_RUN = 'update-test-run';
export const UpdateTestRun = z.object({ run: TestRunView });
export type UpdateTestRun = z.infer<typeof UpdateTestRun>;

/** Who of the staff looks at a conversation or writes in it now. Forgotten 15 seconds after the last word of it. */
export const UPDATE_PRESENCE = 'update-presence';
export const UpdatePresence = z.object({
  conversationUuid: z.string(),
  user: z.object({ uuid: z.string(), name: z.string() }),
  state: z.enum(['viewing', 'typing', 'gone']),
});
export type UpdatePresence = z.infer<typeof UpdatePresence>;

/** Somebody came or went. */
export const UPDATE_AVAILABILITY = 'update-availability';
export const UpdateAvailability = z.object({ userUuid: z.string(), available: z.boolean() });
export type UpdateAvailability = z.infer<typeof UpdateAvailability>;

/** To one person: conversations they have read, or marked as unread, on one of their pages. */
export const UPDATE_READ_MARKS = 'update-read-marks';
export const UpdateReadMarks = z.object({
  conversationUuids: z.array(ConversationId),
  /** Of each: none, or the customer's newest message. */
  unread: z.union([z.literal(0), z.literal(1)]),
});
export type UpdateReadMarks = z.infer<typeof UpdateReadMarks>;

/** Customers were changed, merged or erased; null: many, or new ones. What they are now is asked for. */
export const UPDATE_CUSTOMERS = 'update-customers';
export const UpdateCustomers = z.object({ uuids: z.array(CustomerId).nullable() });
export type UpdateCustomers = z.infer<typeof UpdateCustomers>;

/** A form was sent. By whom and with which answers is asked for. */
export const UPDATE_SUBMISSIONS = 'update-submissions';
export const UpdateSubmissions = z.object({ formUuid: FormId });
export type UpdateSubmissions = z.infer<typeof UpdateSubmissions>;

/** A broadcast has come further, or is in another state. How far it is now is asked for. */
export const UPDATE_BROADCAST = 'update-broadcast';
export const UpdateBroadcast = z.object({ broadcastUuid: BroadcastId });
export type UpdateBroadcast = z.infer<typeof UpdateBroadcast>;

export const UPDATE_FRIEND_SYNC = 'update-friend-sync';
export const UpdateFriendSync = z.object({ sync: FriendSyncView });
export type UpdateFriendSync = z.infer<typeof UpdateFriendSync>;

/** To one person: their rules want them told here. */
export const NOTIFICATION = 'notification';
export const Notification = z.object({
  event: z.enum(NOTIFY_EVENTS),
  /** Name of the customer, bot or channel it is about. */
  subject: z.string(),
  body: z.string(),
  /** Path in the product to go to. */
  path: z.string(),
});
export type Notification = z.infer<typeof Notification>;
