/** Reasons why a person of the audience gets nothing. */
export const EXCLUDED_REASONS = [
  'blocked',
  /** They have the tag of those who unsubscribed. */
  'unsubscribed',
  /** They have taken back their consent. */
  'no_consent',
  /** They have not written for so long that the vendor lets nothing through. */
  'window_closed',
  /** They have had as many broadcasts as the account allows in that time. */
  'frequency_cap',
  /** Web chat: there is no conversation in which it could be shown. */
  'no_chat',
  'channel_disconnected',
  /** It takes more messages than one call of this channel. */
  'too_many_messages',
  /** Their window is closed; they get it when they write within `LATER_DAYS`. */
  'later',
  /** They get it on another of the channels. */
  'reached_elsewhere',
] as const;
export type ExcludedReason = (typeof EXCLUDED_REASONS)[number];

/** Treatment of people whose window is closed. */
export const BROADCAST_LATER = ['skip', 'next_contact'] as const;
export type BroadcastLater = (typeof BROADCAST_LATER)[number];
/** Days within which they have to write. */
export const LATER_DAYS = 14;
