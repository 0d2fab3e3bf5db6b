import { z } from 'zod';
import { AttachmentView } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { AttachmentId, BotId, ConversationId, GroupId, MessageId, uuidParams } from './ids.ts';
import { MessageView } from './inbox.ts';
import { PageQuery, pageOf, Time } from './page.ts';

const title = z.string().trim().min(1).max(120);

/** A chat of the person who asks. */
export const ChatView = z
  .object({
    uuid: ConversationId,
    title: z.string(),
    /** Who answered last; null: the bot is gone. */
    bot: z.object({ uuid: BotId, name: z.string() }).nullable(),
    groupUuid: GroupId.nullable(),
    /** Open share links. */
    shares: z.number().int(),
    lastMessageAt: Time,
    createdAt: Time,
  })
  .meta({ id: 'Chat' });
export type ChatView = z.infer<typeof ChatView>;

export const ChatMessage = z
  .object({
    ...MessageView.shape,
    /** This message and those in its place in other branches, oldest first. */
    siblings: z.array(MessageId),
  })
  .meta({ id: 'ChatMessage' });
export type ChatMessage = z.infer<typeof ChatMessage>;

export const listChats = endpoint({
  method: 'GET',
  path: '/api/user/chats',
  summary: 'Own chats with a bot or a group, last one first; searched in titles and texts',
  tag: 'chats',
  access: 'viewer',
  query: PageQuery.extend({ botUuid: BotId.optional(), groupUuid: GroupId.optional() }),
  status: 200,
  output: pageOf(ChatView),
});
export const listChatMessages = endpoint({
  method: 'GET',
  path: '/api/user/chat/{uuid}/messages',
  summary: 'The shown branch of a chat, oldest first, ending with the newest or just before `before`',
  tag: 'chats',
  access: 'viewer',
  params: uuidParams(ConversationId),
  query: PageQuery.extend({ before: MessageId.optional() }),
  status: 200,
  output: pageOf(ChatMessage).extend({
    /** The last question is being answered now. */
    isAnswering: z.boolean(),
    chat: ChatView,
  }),
});
export const renameChat = endpoint({
  method: 'PATCH',
  path: '/api/user/chat/{uuid}',
  summary: 'Rename an own chat',
  tag: 'chats',
  access: 'operator',
  params: uuidParams(ConversationId),
  body: z.object({ title }).strict(),
  status: 200,
  output: ChatView,
});
export const deleteChat = endpoint({
  method: 'DELETE',
  path: '/api/user/chat/{uuid}',
  summary: 'Delete an own chat with its attachments and share links',
  tag: 'chats',
  access: 'operator',
  params: uuidParams(ConversationId),
  status: 204,
  errors: ['conversation_busy'],
});
export const switchBranch = endpoint({
  method: 'POST',
  path: '/api/user/chat/{uuid}/branch',
  summary: 'Show the branch of a message, up to its newest one',
  tag: 'chats',
  access: 'operator',
  params: uuidParams(ConversationId),
  body: z.object({ messageUuid: MessageId }).strict(),
  status: 204,
  errors: ['conversation_busy', 'message_not_found'],
});

const code = z.string().regex(/^[A-Za-z0-9_-]{32}$/);

export const ShareView = z
  .object({ code: z.string(), createdAt: Time, isComplete: z.boolean() })
  .meta({ id: 'ChatShare' });
export type ShareView = z.infer<typeof ShareView>;

export const shareChat = endpoint({
  method: 'POST',
  path: '/api/user/chat/{uuid}/share',
  summary: 'A link to read an own chat as it is now, without signing in',
  tag: 'chats',
  access: 'operator',
  params: uuidParams(ConversationId),
  status: 200,
  output: ShareView,
  errors: ['too_many_shares'],
});
export const listShares = endpoint({
  method: 'GET',
  path: '/api/user/chat/{uuid}/shares',
  summary: 'Open share links of an own chat',
  tag: 'chats',
  access: 'operator',
  params: uuidParams(ConversationId),
  query: PageQuery,
  status: 200,
  output: pageOf(ShareView),
});
export const revokeShare = endpoint({
  method: 'DELETE',
  path: '/api/user/chat/{uuid}/share/{code}',
  summary: 'End a share link',
  tag: 'chats',
  access: 'operator',
  params: z.object({ uuid: ConversationId, code }),
  status: 204,
});

/** What everybody with the link may read: no costs, tools, scores or passages. */
export const SharedChat = z
  .object({
    title: z.string(),
    botName: z.string(),
    sharedAt: Time,
    messages: z.array(
      z.object({
        uuid: MessageId,
        sender: z.enum(['customer', 'bot', 'operator']),
        text: z.string(),
        sources: z.array(
          z.object({ number: z.number().int(), title: z.string(), page: z.number().int().nullable() }),
        ),
        attachments: z.array(z.string()),
        createdAt: Time,
      }),
    ),
  })
  .meta({ id: 'SharedChat' });
export type SharedChat = z.infer<typeof SharedChat>;

export const readShare = endpoint({
  method: 'GET',
  path: '/api/public/share/{code}',
  summary: 'Read a shared chat',
  tag: 'chats',
  access: 'public',
  params: z.object({ code }),
  status: 200,
  output: SharedChat,
});

export const rateMessage = endpoint({
  method: 'POST',
  path: '/api/user/message/{uuid}/feedback',
  summary: 'Say whether an answer was good, and why; `rating: null` takes it back',
  tag: 'chats',
  access: 'operator',
  params: uuidParams(MessageId),
  body: z
    .object({ rating: z.enum(['up', 'down']).nullable(), reason: z.string().trim().max(500).default('') })
    .strict(),
  status: 204,
});

/** In bytes. */
export const ATTACHMENT_MAX_BYTES = 10 * 1024 * 1024;

export const uploadAttachment = endpoint({
  method: 'POST',
  path: '/api/user/attachment',
  summary:
    'A picture (PNG, JPEG, WebP, GIF) or document (PDF, Markdown, text) to send with a question, up to 10 MB',
  tag: 'chats',
  access: 'operator',
  status: 200,
  output: AttachmentView,
  errors: [
    'file_missing',
    'file_too_large',
    'file_empty',
    'file_type_unsupported',
    'image_invalid',
    'attachment_unreadable',
  ],
});
/** Answers with the file itself, not JSON. */
export const readAttachment = endpoint({
  method: 'GET',
  path: '/api/user/attachment/{uuid}',
  summary: 'The bytes of an attachment: an own one, or one that was sent in a chat of the account',
  tag: 'chats',
  access: 'viewer',
  params: uuidParams(AttachmentId),
  status: 200,
});
