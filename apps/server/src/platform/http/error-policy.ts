import type { ErrorCode } from '@hanasu/contract/errors';

interface Policy {
  readonly status: number;
  readonly title: string;
}

/** Complete by type: a new code does not compile until its status is chosen here. */
export const ERROR_POLICY = {
  validation_failed: { status: 400, title: 'Some fields are not valid' },
  malformed_body: { status: 400, title: 'The request body could not be read' },
  unsupported_content_type: { status: 415, title: 'This content type is not accepted here' },
  body_too_large: { status: 413, title: 'The request body is too large' },
  not_signed_in: { status: 401, title: 'Sign in first' },
  session_expired: { status: 401, title: 'The session has ended; sign in again' },
  forbidden: { status: 403, title: 'Your role does not allow this' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  rate_limited: { status: 429, title: 'Too many requests; try again shortly' },
  email_taken: { status: 409, title: 'This e-mail address is already registered' },
  username_taken: { status: 409, title: 'This user name is taken' },
  wrong_credentials: { status: 401, title: 'The name or the password is wrong' },
  file_missing: { status: 400, title: 'No file was sent' },
  file_empty: { status: 422, title: 'The file is empty' },
  file_too_large: { status: 413, title: 'The file is too large' },
  file_type_unsupported: { status: 415, title: 'This kind of file is not supported' },
  knowledge_in_use: { status: 409, title: 'The knowledge base is in use' },
  service_unavailable_model: { status: 422, title: 'This model is not available here' },
  message_empty: { status: 422, title: 'The message is empty' },
  message_not_deliverable: { status: 409, title: 'The message cannot be delivered' },
  message_not_failed: { status: 409, title: 'Only a failed message can be sent again' },
  channel_exists: { status: 409, title: 'This official account is already connected' },
  channel_credentials_rejected: { status: 422, title: 'The channel refused the credentials' },
  channel_vendor_unreachable: { status: 502, title: 'The channel could not be reached' },
  channel_webhook_failed: { status: 502, title: 'The webhook could not be delivered' },
  channel_not_sandbox: { status: 409, title: 'Only sandbox channels have a simulator' },
  conversation_not_found: { status: 404, title: 'Conversation not found' },
  conversation_busy: { status: 409, title: 'The previous message is still being answered' },
  balance_empty: { status: 402, title: 'No tokens are left' },
  model_failed: { status: 502, title: 'The model did not answer' },
  signature_invalid: { status: 401, title: 'The signature is not valid' },
  database_unavailable: { status: 503, title: 'The database is not reachable; try again shortly' },
  internal: { status: 500, title: 'Something went wrong on our side' },
} as const satisfies Record<ErrorCode, Policy>;
