import { z } from 'zod';
import { Citation, Usage } from './chat.ts';
import { endpoint } from './endpoint.ts';
import {
  CannedReplyId,
  ChannelId,
  ConversationId,
  InboxViewId,
  MessageId,
  SegmentId,
  TagId,
  UserId,
  uuidParams,
} from './ids.ts';
import { ConversationOutcome, ConversationView, MessageView, UNDELIVERED } from './inbox.ts';
import { Period } from './insights.ts';
import { MessageContent } from './message-content.ts';
import { PageQuery, pageOf, Time } from './page.ts';

const TAG = 'inbox work';
const params = uuidParams(ConversationId);

export const assignConversation = endpoint({
  method: 'POST',
  path: '/api/user/conversation/{uuid}/assign',
  summary: 'Give a conversation to a colleague, to whoever is next, or to nobody',
  tag: TAG,
  access: 'operator',
  params,
  body: z.object({ to: z.union([UserId, z.literal('next'), z.literal('nobody')]) }).strict(),
  status: 200,
  output: ConversationView,
});
export const addNote = endpoint({
  method: 'POST',
  path: '/api/user/conversation/{uuid}/note',
  summary: 'A note among staff; who is mentioned is told',
  tag: TAG,
  access: 'operator',
  params,
  body: z
    .object({ text: z.string().trim().min(1).max(5000), mentions: z.array(UserId).max(20).default([]) })
    .strict(),
  status: 200,
  output: MessageView,
});
export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/user/conversation/{uuid}/note/{message}',
  summary: 'Take an own note away',
  tag: TAG,
  access: 'operator',
  params: z.object({ uuid: ConversationId, message: MessageId }),
  status: 204,
});
export const snoozeConversation = endpoint({
  method: 'POST',
  path: '/api/user/conversation/{uuid}/snooze',
  summary: 'Out of the list until then, or until the customer writes; null: back now',
  tag: TAG,
  access: 'operator',
  params,
  body: z.object({ until: Time.nullable() }).strict(),
  status: 200,
  output: ConversationView,
});
export const listOtherConversations = endpoint({
  method: 'GET',
  path: '/api/user/conversation/{uuid}/others',
  summary: 'Other conversations of the same customer or visitor, last activity first',
  tag: TAG,
  access: 'viewer',
  params,
  query: PageQuery,
  status: 200,
  output: pageOf(ConversationView),
});
export const BulkAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('close') }).strict(),
  z.object({ kind: z.literal('undo-close') }).strict(),
  z.object({ kind: z.literal('give-back') }).strict(),
  z.object({ kind: z.literal('take') }).strict(),
  z.object({ kind: z.literal('read') }).strict(),
  z
    .object({ kind: z.literal('assign'), to: z.union([UserId, z.literal('next'), z.literal('nobody')]) })
    .strict(),
  z.object({ kind: z.literal('snooze'), until: Time.nullable() }).strict(),
]);
export type BulkAction = z.infer<typeof BulkAction>;
export const bulkConversations = endpoint({
  method: 'POST',
  path: '/api/user/conversations/bulk',
  summary: 'The same with many conversations; each succeeds or fails for itself',
  tag: TAG,
  access: 'operator',
  body: z.object({ uuids: z.array(ConversationId).min(1).max(200), action: BulkAction }).strict(),
  status: 200,
  output: z.object({
    done: z.number().int(),
    failed: z.array(z.object({ uuid: ConversationId, code: z.string() })),
  }),
});
export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/user/conversation/{uuid}/draft',
  summary: 'Keep what I have begun to write, on all my machines; empty: nothing',
  tag: TAG,
  access: 'operator',
  params,
  body: z.object({ text: z.string().max(5000) }).strict(),
  status: 204,
});
export const showPresence = endpoint({
  method: 'POST',
  path: '/api/user/conversation/{uuid}/presence',
  summary: 'Tell colleagues that I look at it or write in it',
  tag: TAG,
  access: 'operator',
  params,
  body: z.object({ state: z.enum(['viewing', 'typing', 'gone']) }).strict(),
  status: 204,
});

export const OperatorView = z
  .object({
    uuid: UserId,
    name: z.string(),
    avatarUrl: z.string().nullable(),
    available: z.boolean(),
    /** Conversations they have now. */
    open: z.number().int(),
  })
  .meta({ id: 'Operator' });
export type OperatorView = z.infer<typeof OperatorView>;
export const listOperators = endpoint({
  method: 'GET',
  path: '/api/user/operators',
  summary: 'Colleagues who can take conversations',
  tag: TAG,
  access: 'viewer',
  status: 200,
  output: z.object({ items: z.array(OperatorView) }),
});
export const setAvailability = endpoint({
  method: 'PUT',
  path: '/api/user/availability',
  summary:
    'Whether I take conversations now. Whoever signs in does; away is who says so, until the next working day, and who has no page open for two minutes',
  tag: TAG,
  access: 'operator',
  body: z.object({ available: z.boolean() }).strict(),
  status: 200,
  output: OperatorView,
});

export const INBOX_TABS = ['all', 'waiting', 'mine', 'bot', 'snoozed', 'closed'] as const;
export const INBOX_VIEWS_MAX = 30;

/** What a saved view narrows the inbox by, and its order. */
export const InboxViewFilter = z
  .object({
    tab: z.enum(INBOX_TABS),
    q: z.string().trim().min(1).max(200).optional(),
    channelUuid: ChannelId.optional(),
    segmentUuid: SegmentId.optional(),
    tagUuid: TagId.optional(),
    assignee: z.union([UserId, z.literal('none')]).optional(),
    unread: z.literal(true).optional(),
    late: z.literal(true).optional(),
    /** The last days whenever it is opened, instead of `from` and `to`. */
    days: Period.optional(),
    from: Time.optional(),
    to: Time.optional(),
    outcome: ConversationOutcome.optional(),
    delivery: z.enum(UNDELIVERED).optional(),
    sort: z.enum(['recent', 'waiting']).optional(),
  })
  .strict();
export type InboxViewFilter = z.infer<typeof InboxViewFilter>;
export const SavedInboxView = z
  .object({ uuid: InboxViewId, name: z.string().trim().min(1).max(60), filter: InboxViewFilter })
  .strict()
  .meta({ id: 'InboxView' });
export type SavedInboxView = z.infer<typeof SavedInboxView>;
const areUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;
const SavedInboxViews = z
  .array(SavedInboxView)
  .max(INBOX_VIEWS_MAX)
  .refine((views) => areUnique(views.map(({ uuid }) => uuid)), { error: 'each id once' })
  .refine((views) => areUnique(views.map(({ name }) => name.normalize('NFKC').toLowerCase())), {
    error: 'each name once',
  });
export const listInboxViews = endpoint({
  method: 'GET',
  path: '/api/user/inbox/views',
  summary: 'The views of the inbox that I have saved, in my order',
  tag: TAG,
  access: 'viewer',
  status: 200,
  output: z.object({ items: z.array(SavedInboxView) }),
});
export const saveInboxViews = endpoint({
  method: 'PUT',
  path: '/api/user/inbox/views',
  summary: 'Save my views of the inbox: new ones, new names, another order; those left out are deleted',
  tag: TAG,
  access: 'viewer',
  body: z.object({ items: SavedInboxViews }).strict(),
  status: 200,
  output: z.object({ items: z.array(SavedInboxView) }),
});

/** `{{customer}}`, `{{operator}}`, `{{account}}`, `{{channel}}` and the variables of the bot are filled in. */
export const CannedReplyInput = z
  .object({
    /** Typed after `/`. */
    shortcut: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[\p{L}\p{M}\p{N}_-]{1,40}$/u),
    title: z.string().trim().min(1).max(100),
    text: z.string().trim().min(1).max(5000),
    /** Sent instead of `text`, which then only says what it is about. */
    content: MessageContent.nullable().optional(),
  })
  .strict();
export const CannedReplyView = CannedReplyInput.extend({
  content: MessageContent.nullable(),
  uuid: CannedReplyId,
  uses: z.number().int(),
  updatedAt: Time,
}).meta({ id: 'CannedReply' });
export type CannedReplyView = z.infer<typeof CannedReplyView>;
export const listCannedReplies = endpoint({
  method: 'GET',
  path: '/api/user/canned-replies',
  summary: 'Canned replies, most used first',
  tag: TAG,
  access: 'viewer',
  query: PageQuery,
  status: 200,
  output: pageOf(CannedReplyView),
});
export const createCannedReply = endpoint({
  method: 'POST',
  path: '/api/user/canned-reply',
  summary: 'Write a canned reply',
  tag: TAG,
  access: 'operator',
  body: CannedReplyInput,
  status: 200,
  output: CannedReplyView,
  errors: ['canned_shortcut_taken', 'too_many_canned', 'message_not_ready'],
});
export const updateCannedReply = endpoint({
  method: 'PATCH',
  path: '/api/user/canned-reply/{uuid}',
  summary: 'Change a canned reply',
  tag: TAG,
  access: 'operator',
  params: uuidParams(CannedReplyId),
  body: CannedReplyInput.partial(),
  status: 200,
  output: CannedReplyView,
  errors: ['canned_shortcut_taken', 'message_not_ready'],
});
export const deleteCannedReply = endpoint({
  method: 'DELETE',
  path: '/api/user/canned-reply/{uuid}',
  summary: 'Delete a canned reply',
  tag: TAG,
  access: 'operator',
  params: uuidParams(CannedReplyId),
  status: 204,
});

export const suggestReply = endpoint({
  method: 'POST',
  path: '/api/user/conversation/{uuid}/suggestion',
  summary: "What the channel's bot would answer now, from its knowledge; nothing is sent",
  tag: TAG,
  access: 'operator',
  params,
  status: 200,
  output: z.object({ text: z.string(), citations: z.array(Citation), usage: Usage }),
  errors: ['message_empty', 'group_without_bot', 'balance_empty', 'balance_busy', 'model_failed'],
});
export const WRITING_TASKS = ['polite', 'friendly', 'shorter', 'longer', 'correct', 'translate'] as const;
export const helpWriting = endpoint({
  method: 'POST',
  path: '/api/user/conversation/{uuid}/writing',
  summary: 'Write a text anew, or in another language',
  tag: TAG,
  access: 'operator',
  params,
  body: z
    .object({
      task: z.enum(WRITING_TASKS),
      text: z.string().trim().min(1).max(5000),
      /** For `translate`; absent: the customer's language. */
      language: z.string().trim().min(2).max(20).optional(),
    })
    .strict(),
  status: 200,
  output: z.object({ text: z.string(), language: z.string().nullable(), usage: Usage }),
  errors: ['no_language_model', 'balance_empty', 'balance_busy', 'model_failed'],
});
export const translateMessage = endpoint({
  method: 'POST',
  path: '/api/user/conversation/{uuid}/message/{message}/translation',
  summary: 'A message in another language; kept beside it',
  tag: TAG,
  access: 'operator',
  params: z.object({ uuid: ConversationId, message: MessageId }),
  body: z.object({ language: z.enum(['en', 'ja', 'vi']) }).strict(),
  status: 200,
  output: MessageView,
  errors: ['no_language_model', 'balance_empty', 'balance_busy', 'model_failed', 'message_empty'],
});
/** Finds Japanese without spaces and Vietnamese with or without its marks. */
export const searchMessages = endpoint({
  method: 'GET',
  path: '/api/user/messages',
  summary: 'What was said anywhere, newest first',
  tag: TAG,
  access: 'viewer',
  query: PageQuery.extend({ q: z.string().trim().min(1).max(200) }),
  status: 200,
  output: pageOf(
    z.object({
      conversation: ConversationView,
      message: MessageView,
      /** Around the first hit. */
      snippet: z.string(),
    }),
  ),
});
export const getInboxReport = endpoint({
  method: 'GET',
  path: '/api/user/inbox/report',
  summary: 'How fast people answered, and how content customers were',
  tag: TAG,
  access: 'viewer',
  query: z.object({ days: z.coerce.number().int().min(1).max(366).default(30) }),
  status: 200,
  output: z.object({
    conversations: z.number().int(),
    answeredByPerson: z.number().int(),
    /** Seconds; null: nobody answered anything. */
    firstResponseMedian: z.number().int().nullable(),
    firstResponseP90: z.number().int().nullable(),
    late: z.number().int(),
    waitingNow: z.number().int(),
    satisfaction: z.object({
      asked: z.number().int(),
      answered: z.number().int(),
      average: z.number().nullable(),
    }),
    byOperator: z.array(
      z.object({
        uuid: UserId,
        name: z.string(),
        messages: z.number().int(),
        conversations: z.number().int(),
        firstResponseMedian: z.number().int().nullable(),
      }),
    ),
  }),
});
