import type { SendOutcome } from '../../spec/channel.ts';

export type Rejection = SendOutcome & { readonly kind: 'rejected' };
type Meaning = Pick<Rejection, 'reason' | 'retryable' | 'retryAfterMs' | 'renewable'>;

const RATE_PAUSE_MS = 30_000;

const final = (reason: Rejection['reason']): Meaning => ({ reason, retryable: false });
const later = (reason: Rejection['reason'], retryAfterMs?: number): Meaning => ({
  reason,
  retryable: true,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});
const RENEWABLE: Meaning = { reason: 'credentials_rejected', retryable: false, renewable: true };

/** By the vendor's code; what is not here is `vendor_error`, not tried again. */
const MEANINGS: Readonly<Record<number, Meaning>> = {
  [-32]: later('rate_limited', RATE_PAUSE_MS),
  429: later('rate_limited', RATE_PAUSE_MS),
  // An upload has lapsed; the next try uploads anew.
  [-100]: later('vendor_error'),
  [-200]: later('vendor_error'),
  [-201]: final('message_invalid'),
  [-210]: final('message_invalid'),
  [-233]: final('message_invalid'),
  [-240]: final('message_invalid'),
  [-248]: final('message_invalid'),
  [-249]: final('message_invalid'),
  [-211]: final('quota_exceeded'),
  [-213]: final('recipient_refuses'),
  [-217]: final('recipient_refuses'),
  [-218]: final('recipient_refuses'),
  [-227]: final('recipient_refuses'),
  [-244]: final('recipient_refuses'),
  [-403]: final('recipient_unknown'),
  [-216]: RENEWABLE,
  [-220]: RENEWABLE,
  401: RENEWABLE,
  // What only the owner can put right in one of the vendor's consoles.
  [-204]: final('credentials_rejected'),
  [-205]: final('credentials_rejected'),
  [-209]: final('credentials_rejected'),
  [-212]: final('credentials_rejected'),
  [-219]: final('credentials_rejected'),
  [-221]: final('credentials_rejected'),
  [-223]: final('credentials_rejected'),
  [-235]: final('credentials_rejected'),
  [-242]: final('credentials_rejected'),
  403: final('credentials_rejected'),
  [-224]: final('payment_needed'),
  [-237]: final('payment_needed'),
  [-320]: final('payment_needed'),
  [-321]: final('payment_needed'),
  [-230]: final('window_closed'),
  [-231]: final('window_closed'),
  [-232]: final('window_closed'),
};

/** What a refusal means for what was to be sent; some codes mean two things, told apart by the sentence. */
export function meaningOf(code: number, sentence: string, now: number): Meaning {
  if (code === -234) return later('night_hours', untilMorning(now));
  if (code === -223 && /quota/i.test(sentence)) return final('quota_exceeded');
  if (code === -201 && /\b(?:user_?id|group_?id|anonymous_?id|recipient)\b/i.test(sentence)) {
    return final('recipient_unknown');
  }
  return MEANINGS[code] ?? final('vendor_error');
}

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Milliseconds until six in the morning where the vendor is (UTC+7, no summer time). */
export function untilMorning(now: number): number {
  const sinceSix = (((now + HOUR) % DAY) + DAY) % DAY;
  return DAY - sinceSix;
}
