import { z } from 'zod';

/** What the console of the vendor shows for one Messaging API channel; the token is the long-lived one. */
export const LineCredentials = z.object({
  channelId: z.string().min(1),
  channelSecret: z.string().min(1),
  /** Goes into a header, so only printable ASCII can ever be right. */
  channelAccessToken: z.string().regex(/^[!-~]+$/),
});
export type LineCredentials = z.infer<typeof LineCredentials>;
