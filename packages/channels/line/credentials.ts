import { z } from 'zod';

/** Goes into a header, so only printable ASCII can ever be right. */
const Token = z.string().regex(/^[!-~]+$/);
/** A field left empty in a form is a field left out. */
const orAbsent = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** A token issued with the assertion key. `expiresAt`: milliseconds since the epoch. */
export const IssuedToken = z.object({ token: Token, keyId: z.string(), expiresAt: z.number() });
export type IssuedToken = z.infer<typeof IssuedToken>;

/**
 * What the vendor's console shows for one Messaging API channel. Three ways to a token: with the assertion key, tokens
 * of 30 days; else the long-lived token; with neither, tokens of 15 minutes for id and secret.
 */
export const LineCredentials = z.object({
  channelId: z.string().min(1),
  channelSecret: z.string().min(1),
  channelAccessToken: orAbsent(Token),
  /** Private key (JWK as JSON, with its `kid`) whose public half is registered in the console. */
  assertionKey: orAbsent(z.string()),
  /** Ours, never typed. */
  issuedToken: IssuedToken.optional(),
  /** Ours: when the vendor gave no token for the assertion key. Those for id and secret are used meanwhile. */
  keyRefusedAt: z.number().optional(),
});
export type LineCredentials = z.infer<typeof LineCredentials>;
