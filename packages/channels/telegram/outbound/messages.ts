import { z } from 'zod';

const File = z.object({
  /** Parameter that the file is given as. */
  field: z.enum(['photo', 'video', 'audio', 'document']),
  mediaId: z.string(),
  url: z.string(),
  name: z.string(),
  contentType: z.string(),
  bytes: z.number(),
  /** The vendor may be told the address and fetch it; otherwise the bytes are uploaded. */
  isFetched: z.boolean(),
});

/** One call, as it is stored until it is made: `chat_id` comes with it. */
export const Prepared = z
  .object({
    method: z.enum([
      'sendMessage',
      'sendPhoto',
      'sendVideo',
      'sendAudio',
      'sendDocument',
      'sendLocation',
      'sendVenue',
    ]),
    params: z.record(z.string(), z.unknown()),
    file: File.optional(),
    /** Words that stand for a file that can't be sent. */
    otherwise: z.string().min(1).optional(),
  })
  .strict();
export type Prepared = z.infer<typeof Prepared>;
export type PreparedFile = z.infer<typeof File>;
