import { z } from 'zod';

// Fields come and go without notice: everything but what we use stays open, and what is not of the expected type
// reads as absent. Ids and times are text, in some bodies without quotes.
const text = z.string().optional().catch(undefined);
export const idText = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().min(1))
  .optional()
  .catch(undefined);
const party = z.object({ id: idText, admin_id: idText, group_id: idText }).optional().catch(undefined);

export const Attachment = z.object({
  type: text,
  payload: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
export type Attachment = z.infer<typeof Attachment>;

export const Message = z.object({
  msg_id: idText,
  text,
  quote_msg_id: idText,
  conversation_id: idText,
  admin_id: idText,
  msg_ids: z
    .array(z.union([z.string(), z.number()]).transform(String))
    .optional()
    .catch(undefined),
  react_icon: text,
  attachments: z.array(Attachment).optional().catch(undefined),
  mentions: z
    .array(z.object({ id: idText, uid: idText, user_id: idText }).catch({}))
    .optional()
    .catch(undefined),
});
export type Message = z.infer<typeof Message>;

export const Event = z.object({
  event_name: z.string().min(1),
  app_id: idText,
  oa_id: idText,
  timestamp: idText,
  sender: party,
  recipient: party,
  follower: party,
  user_id: idText,
  group_id: idText,
  admin_id: idText,
  message: Message.optional().catch(undefined),
  info: z.record(z.string(), z.unknown()).optional().catch(undefined),
  tag: z
    .object({
      name: text,
      user_ids: z
        .array(z.union([z.string(), z.number()]).transform(String))
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});
export type Event = z.infer<typeof Event>;
