import { z } from 'zod';

/** Goes into a header, so only printable ASCII can ever be right. */
const token = z.string().regex(/^[!-~]+$/);

/** An app of the vendor's console, and the access that one official account has given it. Ids are digits beyond 2^53. */
export const ZaloCredentials = z.object({
  appId: z.string().regex(/^\d+$/),
  appSecret: token,
  /** "OA Secret Key" of the webhook page; absent: it is the app's secret. */
  webhookSecret: z.string().min(1).optional(),
  oaId: z.string().regex(/^\d+$/),
  accessToken: token,
  /** Good for one renewal, which gives the next one. */
  refreshToken: token,
  expiresAt: z.number(),
  refreshExpiresAt: z.number(),
});
export type ZaloCredentials = z.infer<typeof ZaloCredentials>;
