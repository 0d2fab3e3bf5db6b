import { z } from 'zod';

// Fields come and go without notice: what is not of the expected type reads as absent, unless nothing can be said
// without it. Ids are numbers of at most 52 bits; everywhere else they are text.
const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const id = z.number().int().transform(String);
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

export const Person = z.object({
  id,
  is_bot: z.boolean().catch(false),
  first_name: text,
  last_name: text,
  username: text,
});
export const Chat = z.object({ id, type: z.string(), is_forum: flag });

const File = z.object({
  file_id: z.string(),
  file_size: number,
  file_name: text,
  mime_type: text,
  duration: number,
  width: number,
});
export type File = z.infer<typeof File>;

const Entity = z.object({
  type: z.string(),
  offset: z.number(),
  length: z.number(),
  user: optional(Person),
});
const Place = z.object({ latitude: z.number(), longitude: z.number() });
const Contact = z.object({
  phone_number: z.string(),
  first_name: text,
  last_name: text,
  user_id: optional(id),
});

const Topic = z.object({ name: text });
/** The place of a message inside its chat. */
const place = {
  message_thread_id: optional(z.number().int()),
  is_topic_message: flag,
  direct_messages_topic: optional(z.object({ topic_id: z.number().int() })),
};

export const Message = z.object({
  message_id: z.number().int(),
  ...place,
  from: optional(Person),
  chat: Chat,
  date: z.number(),
  edit_date: number,
  reply_to_message: optional(
    z.object({
      message_id: z.number().int(),
      from: optional(Person),
      forum_topic_created: optional(Topic),
    }),
  ),
  forum_topic_created: optional(Topic),
  forum_topic_edited: optional(Topic),
  text,
  entities: z.array(Entity).optional().catch(undefined),
  caption: text,
  caption_entities: z.array(Entity).optional().catch(undefined),
  photo: z.array(File).optional().catch(undefined),
  video: optional(File),
  video_note: optional(File),
  animation: optional(File),
  audio: optional(File),
  voice: optional(File),
  document: optional(File),
  sticker: optional(z.object({ file_id: z.string(), emoji: text, set_name: text })),
  location: optional(Place),
  venue: optional(z.object({ location: Place, title: z.string(), address: z.string() })),
  contact: optional(Contact),
  new_chat_members: z.array(Person).optional().catch(undefined),
  left_chat_member: optional(Person),
});
export type Message = z.infer<typeof Message>;

export const Tap = z.object({
  id: z.string(),
  from: Person,
  /** `date` 0: the vendor gives no more of the message than its id. */
  message: optional(z.object({ chat: Chat, message_id: number, date: number, ...place })),
  data: z.string().catch(''),
});

const Status = z.object({ status: z.string() });
export const Membership = z.object({
  chat: Chat,
  from: Person,
  date: z.number(),
  old_chat_member: Status,
  new_chat_member: Status,
});

export const Reaction = z.object({
  chat: Chat,
  message_id: z.number().int(),
  user: optional(Person),
  date: z.number(),
  new_reaction: z.array(z.object({ type: z.string(), emoji: text })).catch([]),
});

/** Of anything else only who, where and when, if it says so. */
export const Anything = z.object({
  from: optional(Person),
  user: optional(Person),
  chat: optional(Chat),
  date: number,
});
