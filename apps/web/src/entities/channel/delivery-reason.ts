/** Why something did not arrive, as far as there are words for it: `channel.deliveryReasons`. */
const REASONS = [
  'quota_exceeded',
  'rate_limited',
  'recipient_refuses',
  'window_closed',
  'night_hours',
  'payment_needed',
  'quota_short',
  'recipient_unknown',
  'credentials_rejected',
  'message_invalid',
  'vendor_error',
  'no_answer',
  'earlier_part_failed',
] as const;

export const deliveryReason = (reason: string | null): (typeof REASONS)[number] | undefined =>
  REASONS.find((known) => known === reason);
