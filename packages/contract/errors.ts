import { z } from 'zod';

/** Every error a caller can meet. The server maps each to a status, the web to words in three languages. */
export const ERROR_CODES = [
  'validation_failed',
  'malformed_body',
  'unsupported_content_type',
  'body_too_large',
  'not_signed_in',
  'session_expired',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'email_taken',
  'username_taken',
  'wrong_credentials',
  'file_missing',
  'file_empty',
  'file_too_large',
  'file_type_unsupported',
  'knowledge_in_use',
  'service_unavailable_model',
  'message_empty',
  'message_not_deliverable',
  'message_not_failed',
  'channel_exists',
  'channel_credentials_rejected',
  'channel_vendor_unreachable',
  'channel_webhook_failed',
  'channel_not_sandbox',
  'conversation_not_found',
  'conversation_busy',
  'balance_empty',
  'model_failed',
  'signature_invalid',
  'database_unavailable',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** One problem with one field. `path` is like `body.email` or `query.page`. */
export const FieldProblem = z.object({ path: z.string(), code: z.string(), message: z.string() });
export type FieldProblem = z.infer<typeof FieldProblem>;

/** RFC 9457 problem document, `application/problem+json`. `detail` is English; the web shows its own words by `code`. */
export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.enum(ERROR_CODES),
    errors: z.array(FieldProblem).optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;
