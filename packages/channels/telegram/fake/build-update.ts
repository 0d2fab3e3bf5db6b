import type {
  Chat,
  ChatMemberBanned,
  ChatMemberMember,
  Message,
  PhotoSize,
  ReactionTypeEmoji,
  Update,
} from '@grammyjs/types';
import { type FakeWorld, fields } from './answer.ts';
import { viewOf } from './methods.ts';
import { addEntry, type FakeBot, type FakeUser, key, next } from './state.ts';
import { findTopic } from './topics.ts';
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
  /** On a button of a message of the bot: the newest one that has it, when no message is named. */
  | { readonly type: 'tap'; readonly data: string; readonly messageId?: number }
  | { readonly type: 'react'; readonly messageId: number; readonly emoji: ReactionTypeEmoji['emoji'] | null }
  | { readonly type: 'custom'; readonly update: FakeUpdate };

export interface UpdateParts {
  readonly world: FakeWorld;
  readonly bot: FakeBot;
  readonly user: FakeUser;
  /** A group; the chat with the bot itself when absent. */
  readonly in?: number;
  /** A topic of the chat. */
  readonly topic?: number;
}

/** Carries out what the person did and gives the update that tells of it, not yet sent. */
export function buildUpdate(parts: UpdateParts, action: FriendAction): FakeUpdate {
  const built = action.type === 'custom' ? action.update : updateOf(parts, action);
  return { update_id: next(parts.world.state, 'update'), ...built };
}

type ToldAction = Exclude<FriendAction, { readonly type: 'custom' }>;

/** Each kind as the vendor's types have it, with all that is never absent. */
function updateOf(parts: UpdateParts, action: ToldAction): Omit<Update, 'update_id'> {
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
          ...placeOf(parts),
          date,
          edit_date: date,
          text: action.text,
        },
      };
    case 'tap': {
      const id = String(next(parts.world.state, 'message'));
      parts.world.state.taps.set(id, parts.bot.id);
      remember(parts, { id: Number(id), kind: 'postback', text: null, payload: action });
      const message = tappedIn(parts, action);
      return { callback_query: { id, from, message, chat_instance: '1', data: action.data } };
    }
    case 'react': {
      const { messageId: message_id, emoji } = action;
      const now = emoji === null ? [] : [{ type: 'emoji', emoji } as const];
      return {
        message_reaction: { chat, message_id, user: from, date, old_reaction: [], new_reaction: now },
      };
    }
    default: {
      if (user.status === 'new' && parts.in === undefined) user.status = 'started';
      const body = bodyOf(action, parts);
      const place = { ...placeOf(parts), ...(body.reply_to_message ? {} : openingOf(parts)) };
      const message = { ...place, ...body, message_id: next(parts.world.state, 'message'), from, chat, date };
      const text = body.text ?? null;
      const kind = action.type === 'start' ? 'follow' : action.type === 'venue' ? 'location' : action.type;
      remember(parts, {
        id: message.message_id,
        kind,
        text,
        payload: {
          ...message,
          ...fields(body.venue),
        },
      });
      return { message };
    }
  }
}

/** What a group becomes when it is migrated has such an id. */
const FIRST_SUPERGROUP = -1_000_000_000_000;

type PlaceFields = Pick<Message, 'message_thread_id' | 'is_topic_message' | 'direct_messages_topic'>;

/** As the vendor says in which topic a message is; "General" is not said. */
function placeOf({ world, bot, user, in: groupId, topic }: UpdateParts): PlaceFields {
  if (topic === undefined) return {};
  const group = groupId === undefined ? undefined : world.state.groups.get(key(bot, groupId));
  if (group?.isDirectMessages) return { direct_messages_topic: { topic_id: topic, user: viewOf(user) } };
  return { message_thread_id: topic, is_topic_message: true };
}

/** What replies to nothing replies to the message that opened its topic, where that is known. */
function openingOf(parts: UpdateParts): Pick<Message, 'reply_to_message'> {
  const { world, bot, in: groupId, topic: id } = parts;
  const topic =
    groupId === undefined || id === undefined ? null : findTopic(world, bot, { chatId: groupId, id });
  const chat = chatOf(parts);
  if (topic === null || chat.type === 'private' || 'is_direct_messages' in chat) return {};
  const account = { id: bot.id, is_bot: true, first_name: bot.name, username: bot.username };
  const forum_topic_created = { name: topic.name, icon_color: 7_322_096 } as const;
  const opening = {
    message_id: topic.id,
    ...placeOf(parts),
    from: account,
    chat,
    date: 1,
    forum_topic_created,
  };
  return { reply_to_message: { ...opening, reply_to_message: undefined } };
}

/** The message of the bot whose button was tapped; one that is gone is given by its id alone. */
function tappedIn(
  parts: UpdateParts,
  { data, messageId }: { readonly data: string; readonly messageId?: number },
): Message | { readonly message_id: number; readonly date: 0; readonly chat: Chat } {
  const { world, bot, user } = parts;
  const entries = world.state.chats.get(key(bot, parts.in ?? user.id)) ?? [];
  const entry = entries.findLast(({ id, from, payload }) =>
    messageId === undefined
      ? from === 'account' && JSON.stringify(payload).includes(JSON.stringify(data))
      : id === messageId,
  );
  const chat = chatOf(parts);
  if (!entry) return { message_id: messageId ?? 1, date: 0, chat };
  const { topic } = entry;
  const place = placeOf({ ...parts, ...(topic === undefined ? {} : { topic }) });
  const from = { id: bot.id, is_bot: true, first_name: bot.name, username: bot.username };
  const date = Math.floor(entry.at / 1000);
  return { message_id: entry.id, ...place, from, chat, date, ...(entry.text ? { text: entry.text } : {}) };
}

function chatOf({ world, bot, user, in: groupId }: UpdateParts): Exclude<Chat, Chat.ChannelChat> {
  const group = groupId === undefined ? undefined : world.state.groups.get(key(bot, groupId));
  if (group) {
    const { id, title, topics, isDirectMessages } = group;
    if (isDirectMessages) return { id, type: 'supergroup', title, is_direct_messages: true };
    if (topics) return { id, type: 'supergroup', title, is_forum: true };
    return id < FIRST_SUPERGROUP ? { id, type: 'supergroup', title } : { id, type: 'group', title };
  }
  const name = user.lastName === null ? {} : { last_name: user.lastName };
  return { id: user.id, type: 'private', first_name: user.firstName, ...name };
}

function changeStatus(parts: UpdateParts, isBlocked: boolean) {
  const { user, bot } = parts;
  user.status = isBlocked ? 'blocked' : 'started';
  if (isBlocked)
    remember(parts, { id: next(parts.world.state, 'message'), kind: 'unfollow', text: null, payload: {} });
  const account = { id: bot.id, is_bot: true, first_name: bot.name, username: bot.username };
  const member = { status: 'member', user: account } satisfies ChatMemberMember;
  // Nobody is let back in at a set time.
  const kicked = { status: 'kicked', user: account, until_date: 0 } satisfies ChatMemberBanned;
  return isBlocked
    ? { old_chat_member: member, new_chat_member: kicked }
    : { old_chat_member: kicked, new_chat_member: member };
}

const STICKER = {
  type: 'regular',
  width: 512,
  height: 512,
  is_animated: false,
  is_video: false,
  emoji: '😀',
  set_name: 'Friends',
} as const;
const POLL: NonNullable<Message['poll']> = {
  id: '1',
  question: 'Tea?',
  options: [
    { persistent_id: '1', text: 'Green', voter_count: 0 },
    { persistent_id: '2', text: 'Black', voter_count: 0 },
  ],
  total_voter_count: 0,
  is_closed: false,
  is_anonymous: true,
  type: 'regular',
  allows_multiple_answers: false,
  allows_revoting: true,
  members_only: false,
};

type MessageAction = Exclude<
  FriendAction,
  { readonly type: 'block' | 'unblock' | 'edit' | 'tap' | 'react' | 'custom' }
>;

const file = (id: string) => ({ file_id: id, file_unique_id: `unique-${id}`, file_size: 120 });
const photo = (id: string, side: number): PhotoSize => ({ ...file(id), width: side, height: side });

function bodyOf(action: MessageAction, parts: UpdateParts): Partial<Message> {
  const { user } = parts;
  const caption = 'caption' in action && action.caption !== undefined ? { caption: action.caption } : {};
  switch (action.type) {
    case 'text':
      return { text: action.text, ...entitiesOf(action.text), ...replyOf(parts, action.replyTo) };
    case 'start':
      return { text: '/start', entities: [{ type: 'bot_command', offset: 0, length: 6 }] };
    case 'image':
      return { ...caption, photo: [photo('file-image-small', 90), photo('file-image', 1280)] };
    case 'video': {
      const shape = { width: 64, height: 48, duration: 2, mime_type: 'video/mp4' };
      return { ...caption, video: { ...file('file-video'), ...shape } };
    }
    case 'audio':
      return { voice: { ...file('file-audio'), duration: 2, mime_type: 'audio/ogg' } };
    case 'file': {
      const kind = { file_name: 'hello.pdf', mime_type: 'application/pdf' };
      return { ...caption, document: { ...file('file-document'), ...kind } };
    }
    case 'sticker':
      return { sticker: { ...file('file-sticker'), ...STICKER } };
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
      return { poll: POLL };
    default:
      return action satisfies never;
  }
}

/** The vendor marks what it recognises: names that are called, and commands. */
function entitiesOf(text: string): Pick<Message, 'entities'> {
  const found = [...text.matchAll(/@\w{4,32}/g)].map(
    (match) => ({ type: 'mention', offset: match.index, length: match[0].length }) as const,
  );
  return found.length === 0 ? {} : { entities: found };
}

function replyOf(parts: UpdateParts, messageId?: number): Pick<Message, 'reply_to_message'> {
  if (messageId === undefined) return {};
  const { world, bot, user } = parts;
  const entries = world.state.chats.get(key(bot, parts.in ?? user.id)) ?? [];
  const entry = entries.find(({ id }) => id === messageId);
  const account = { id: bot.id, is_bot: true, first_name: bot.name, username: bot.username };
  const replied = {
    message_id: messageId,
    from: entry?.from === 'account' ? account : viewOf(user),
    chat: chatOf(parts),
    date: Math.floor((entry?.at ?? world.now()) / 1000),
    ...(entry?.text ? { text: entry.text } : {}),
  };
  // A reply is shown without what it replied to in turn.
  return { reply_to_message: { ...replied, reply_to_message: undefined } };
}

function remember(
  { world, bot, user, in: group, topic }: UpdateParts,
  {
    id,
    kind,
    text,
    payload,
  }: { readonly id: number; readonly kind: string; readonly text: string | null; readonly payload: unknown },
): void {
  const at = world.now();
  addEntry(world.state, bot, {
    chatId: group ?? user.id,
    entry: { id, from: 'friend', at, kind, text, ...(topic === undefined ? {} : { topic }), payload },
  });
}
