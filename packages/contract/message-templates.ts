import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ConversationId, CustomerId, MessageTemplateId, UserId, uuidParams } from './ids.ts';
import { MediaView } from './media.ts';
import { ContentLoss, ContentProblem, MessageContent } from './message-content.ts';
import { PageQuery, pageOf, Time } from './page.ts';
import { shortWords } from './typed-words.ts';

export const MESSAGE_TEMPLATES_MAX = 500;
/** Older ones go. */
export const TEMPLATE_VERSIONS_MAX = 50;

const Member = z.object({ uuid: UserId, name: z.string() }).nullable();
export const MessageTemplateView = z
  .object({
    uuid: MessageTemplateId,
    name: z.string(),
    content: MessageContent,
    /** Counts up with each change of `content`. */
    version: z.number().int(),
    /** What keeps it from being sent. */
    problems: z.array(ContentProblem),
    /** Of what it shows. */
    media: z.array(MediaView),
    createdBy: Member,
    changedBy: Member,
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'MessageTemplate' });
export type MessageTemplateView = z.infer<typeof MessageTemplateView>;

export const MessageTemplateVersion = z
  .object({ version: z.number().int(), content: MessageContent, by: Member, at: Time })
  .meta({ id: 'MessageTemplateVersion' });
export type MessageTemplateVersion = z.infer<typeof MessageTemplateVersion>;

const TAG = 'message templates';
const params = uuidParams(MessageTemplateId);
const Name = shortWords(80).min(1);

export const listMessageTemplates = endpoint({
  method: 'GET',
  path: '/api/message-templates',
  summary: 'Message templates, the last changed first',
  tag: TAG,
  access: 'viewer',
  query: PageQuery,
  status: 200,
  output: pageOf(MessageTemplateView),
});
export const createMessageTemplate = endpoint({
  method: 'POST',
  path: '/api/message-template',
  summary: 'Saves a composed message as a template',
  tag: TAG,
  access: 'operator',
  body: z.object({ name: Name, content: MessageContent }).strict(),
  status: 201,
  output: MessageTemplateView,
  errors: ['name_taken', 'too_many_message_templates'],
});
export const getMessageTemplate = endpoint({
  method: 'GET',
  path: '/api/message-template/{uuid}',
  summary: 'One message template',
  tag: TAG,
  access: 'viewer',
  params,
  status: 200,
  output: MessageTemplateView,
});
export const changeMessageTemplate = endpoint({
  method: 'PATCH',
  path: '/api/message-template/{uuid}',
  summary:
    'Changes a message template; what is absent stays. `content` goes with the `version` it was made from and makes a new one',
  tag: TAG,
  access: 'operator',
  params,
  body: z.object({ name: Name, content: MessageContent, version: z.number().int() }).partial().strict(),
  status: 200,
  output: MessageTemplateView,
  errors: ['name_taken', 'message_template_changed'],
});
export const deleteMessageTemplate = endpoint({
  method: 'DELETE',
  path: '/api/message-template/{uuid}',
  summary: 'Deletes a message template with its versions. What was sent stays',
  tag: TAG,
  access: 'operator',
  params,
  status: 204,
});
export const listMessageTemplateVersions = endpoint({
  method: 'GET',
  path: '/api/message-template/{uuid}/versions',
  summary: 'Earlier versions of a message template and the one it has now, newest first',
  tag: TAG,
  access: 'viewer',
  params,
  query: PageQuery,
  status: 200,
  output: pageOf(MessageTemplateVersion),
});

/** How a composed message looks on channels of one kind, in the vendor's own messages. */
const ChannelPreview = z.object({
  kind: z.string(),
  /** An account of this kind is connected. */
  isConnected: z.boolean(),
  messages: z.array(z.record(z.string(), z.unknown())),
  losses: z.array(ContentLoss),
});
export type ChannelPreview = z.infer<typeof ChannelPreview>;
export const previewMessageContent = endpoint({
  method: 'POST',
  path: '/api/message-content/preview',
  summary:
    'How a message looks on each kind of channel, what keeps it from being sent, and which values its reader lacks. Nothing is sent or stored',
  tag: TAG,
  access: 'viewer',
  body: z
    .object({
      content: MessageContent,
      /** Whose values are filled in; absent: examples. */
      conversationUuid: ConversationId.optional(),
      customerUuid: CustomerId.optional(),
    })
    .strict(),
  status: 200,
  output: z.object({
    channels: z.array(ChannelPreview),
    problems: z.array(ContentProblem),
    /** Variables without a value and without anything that is said instead; always empty for examples. */
    missing: z.array(z.string()),
    media: z.array(MediaView),
  }),
});
/** Variables that can stand in messages of this account. */
export const listMessageVariables = endpoint({
  method: 'GET',
  path: '/api/message-variables',
  summary: 'Variables of composed messages: the built-in ones and the custom fields of customers',
  tag: TAG,
  access: 'viewer',
  status: 200,
  output: z.object({
    items: z.array(z.object({ name: z.string(), label: z.string().nullable(), example: z.string() })),
  }),
});

export const CARD_ROWS_MAX = 200;
/** Rows of a table or a feed, to make cards of. */
export const CardRows = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  /** There were more than `CARD_ROWS_MAX`. */
  isCut: z.boolean(),
});
export type CardRows = z.infer<typeof CardRows>;
export const readCardRows = endpoint({
  method: 'POST',
  path: '/api/message-content/card-rows',
  summary: 'Reads a CSV file or an Excel workbook, for cards of a message',
  tag: TAG,
  access: 'operator',
  upload: { maxBytesSetting: 'MAX_UPLOAD_BYTES' },
  status: 200,
  output: CardRows,
  errors: ['file_missing', 'file_empty', 'file_too_large', 'file_type_unsupported'],
});
export const readFeedRows = endpoint({
  method: 'POST',
  path: '/api/message-content/feed-rows',
  summary: 'Reads the feed (RSS, Atom, JSON Feed) or the CSV file at an address, for cards of a message',
  tag: TAG,
  access: 'operator',
  body: z.object({ url: z.url().max(2_000) }).strict(),
  status: 200,
  output: CardRows,
  errors: ['feed_unreadable'],
});
/** Brings the picture at an address into the account, so that it can stand on a card. */
export const importMediaFromUrl = endpoint({
  method: 'POST',
  path: '/api/message-content/picture',
  summary: 'Fetches a picture for a card; removed after a day when no message has it',
  tag: TAG,
  access: 'operator',
  body: z.object({ url: z.url().max(2_000) }).strict(),
  status: 200,
  output: MediaView,
  errors: ['file_too_large', 'media_type_unsupported', 'feed_unreadable'],
});
