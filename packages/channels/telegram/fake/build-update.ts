import { type FakeWorld, fields } from './answer.ts';
import { viewOf } from './methods.ts';
import { addEntry, type FakeBot, type FakeUser, key, next } from './state.ts';
import type { FakeUpdate } from './webhook-sender.ts';

/** What a person does; `custom` is sent as it is, with a number. */
export type FriendAction =
  | { readonly type: 'text'; readonly text: string; readonly replyTo?: number }
  | { readonly type: 'image' | 'video' | 'audio' | 'file'; readonly caption?: string }
  | { readonly type: 'sticker' | 'location' | 'venue' | 'contact' | 'poll' }
  /** Presses the bot's start button. */
  | { readonly type: 'start' }
  | { readonly type: 'block' | 'unblock' }
  | { readonly type: 'edit'; readonly messageId: number; readonly text: string }
  | { readonly type: 'tap'; readonly data: string }
  | { readonly type: 'react'; readonly messageId: number; readonly emoji: string | null }
  | { readonly type: 'custom'; readonly update: FakeUpdate };

export interface UpdateParts {
  readonly world: FakeWorld;
  readonly bot: FakeBot;
  readonly user: FakeUser;
  /** A group; the chat with the bot itself when absent. */
  readonly in?: number;
}

/** Carries out what the person did and gives the update that tells of it, not yet sent. */
export function buildUpdate(parts: UpdateParts, action: FriendAction): FakeUpdate {
  return { update_id: next(parts.world.state, 'update'), ...tell(parts, action) };
}

function tell(parts: UpdateParts, action: FriendAction): Record<string, unknown> {
  const { user } = parts;
  const from = viewOf(user);
  const chat = chatOf(parts);
  const date = Math.floor(parts.world.now() / 1000);
  switch (action.type) {
    case 'block':
    case 'unblock':
      return { my_chat_member: { chat, from, date, ...changeStatus(parts, action.type === 'block') } };
    case 'edit':
      return {
        edited_message: {
          message_id: action.messageId,
          from,
          chat,
          date,
          edit_date: date,
          text: action.text,
        },
      };
    case 'tap': {
      const id = String(next(parts.world.state, 'message'));
      parts.world.state.taps.set(id, parts.bot.id);
      remember(parts, Number(id), 'postback', null, action);
      const message = { message_id: 1, date: 0, chat };
      return { callback_query: { id, from, message, chat_instance: '1', data: action.data } };
    }
    case 'react': {
      const now = action.emoji === null ? [] : [{ type: 'emoji', emoji: action.emoji }];
      const { messageId: message_id } = action;
      return {
        message_reaction: { chat, message_id, user: from, date, old_reaction: [], new_reaction: now },
      };
    }
    case 'custom':
      return { ...action.update };
    default: {
      if (user.status === 'new' && parts.in === undefined) user.status = 'started';
      const body = bodyOf(action, parts);
      const message = { message_id: next(parts.world.state, 'message'), from, chat, date, ...body };
      const text = 'text' in body ? String(body.text) : null;
      const kind = action.type === 'start' ? 'follow' : action.type === 'venue' ? 'location' : action.type;
      remember(parts, message.message_id, kind, text, {
        ...message,
        ...fields('venue' in body ? body.venue : null),
      });
      return { message };
    }
  }
}

function chatOf({ world, bot, user, in: groupId }: UpdateParts): Record<string, unknown> {
  const group = groupId === undefined ? undefined : world.state.groups.get(key(bot, groupId));
  return group
    ? { id: group.id, type: 'group', title: group.title }
    : { id: user.id, type: 'private', first_name: user.firstName };
}

function changeStatus(parts: UpdateParts, isBlocked: boolean) {
  const { user, bot } = parts;
  user.status = isBlocked ? 'blocked' : 'started';
  if (isBlocked) remember(parts, next(parts.world.state, 'message'), 'unfollow', null, {});
  const member = (status: string) => ({
    status,
    user: { id: bot.id, is_bot: true, first_name: bot.name, username: bot.username },
  });
  const [before, after] = isBlocked ? ['member', 'kicked'] : ['kicked', 'member'];
  return { old_chat_member: member(before ?? ''), new_chat_member: member(after ?? '') };
}

type MessageAction = Exclude<
  FriendAction,
  { readonly type: 'block' | 'unblock' | 'edit' | 'tap' | 'react' | 'custom' }
>;

const file = (id: string, more: Record<string, unknown> = {}) => ({
  file_id: id,
  file_unique_id: `unique-${id}`,
  file_size: 120,
  ...more,
});

function bodyOf(action: MessageAction, parts: UpdateParts): Record<string, unknown> {
  const { user } = parts;
  const caption = 'caption' in action && action.caption !== undefined ? { caption: action.caption } : {};
  switch (action.type) {
    case 'text':
      return { text: action.text, ...entitiesOf(action.text), ...replyOf(parts, action.replyTo) };
    case 'start':
      return { text: '/start', entities: [{ type: 'bot_command', offset: 0, length: 6 }] };
    case 'image':
      return {
        ...caption,
        photo: [
          file('file-image-small', { width: 90, height: 90 }),
          file('file-image', { width: 1280, height: 1280 }),
        ],
      };
    case 'video':
      return { ...caption, video: file('file-video', { duration: 2, mime_type: 'video/mp4', width: 64 }) };
    case 'audio':
      return { voice: file('file-audio', { duration: 2, mime_type: 'audio/ogg' }) };
    case 'file':
      return {
        ...caption,
        document: file('file-document', { file_name: 'hello.pdf', mime_type: 'application/pdf' }),
      };
    case 'sticker':
      return { sticker: file('file-sticker', { emoji: '😀', set_name: 'Friends', type: 'regular' }) };
    case 'location':
      return { location: { latitude: 21.0278, longitude: 105.8342 } };
    case 'venue': {
      const location = { latitude: 35.6586, longitude: 139.7454 };
      return {
        location,
        venue: { location, title: 'Tokyo Tower', address: '4-2-8 Shibakoen, Minato-ku, Tokyo' },
      };
    }
    case 'contact':
      return { contact: { phone_number: '+84901234567', first_name: user.firstName, user_id: user.id } };
    case 'poll':
      return { poll: { id: '1', question: 'Tea?', options: [] } };
    default:
      return action satisfies never;
  }
}

/** The vendor marks what it recognises: names that are called, and commands. */
function entitiesOf(text: string): Record<string, unknown> {
  const found = [...text.matchAll(/@\w{4,32}/g)].map((match) => ({
    type: 'mention',
    offset: match.index,
    length: match[0].length,
  }));
  return found.length === 0 ? {} : { entities: found };
}

function replyOf(parts: UpdateParts, messageId?: number): Record<string, unknown> {
  if (messageId === undefined) return {};
  const { world, bot, user } = parts;
  const entries = world.state.chats.get(key(bot, parts.in ?? user.id)) ?? [];
  const isOurs = entries.some(({ id, from }) => id === messageId && from === 'account');
  const from = isOurs ? { id: bot.id, is_bot: true, first_name: bot.name } : viewOf(user);
  return { reply_to_message: { message_id: messageId, from } };
}

function remember(
  { world, bot, user, in: group }: UpdateParts,
  id: number,
  kind: string,
  text: string | null,
  payload: unknown,
): void {
  const at = world.now();
  addEntry(world.state, bot, group ?? user.id, { id, from: 'friend', at, kind, text, payload });
}
