/** A vendor message object, ready to send; opaque outside the adapter, stored as JSON. */
export type VendorMessage = Record<string, unknown>;

export interface SendRequest {
  readonly to: string;
  readonly messages: readonly VendorMessage[];
  readonly how:
    | { readonly method: 'reply'; readonly replyToken: string }
    /** Same key, same body: delivered once, however often it is tried, where `capabilities.idempotentSend`. */
    | {
        readonly method: 'push';
        readonly retryKey: string;
        /** As in `SendManyRequest`; absent: none. A part of the body, so the same when it is tried again. */
        readonly unit?: string | null;
      };
  /** Bytes of a stored file, by the `mediaId` of a part, for vendors that want them uploaded; null: it is gone. */
  readonly readMedia?: (mediaId: string) => Promise<Buffer | null>;
}

export type SendOutcome =
  /** `vendorMessageIds` in the order of the messages, when the vendor says. */
  | { readonly kind: 'sent'; readonly vendorMessageIds: readonly string[]; readonly requestId: string | null }
  /** The reply token is used, expired or wrong: nothing was sent by this call. */
  | { readonly kind: 'reply-token-invalid'; readonly detail: string }
  /** The vendor refused; trying the same again is pointless unless `retryable`. `reason` is a stable word. */
  | {
      readonly kind: 'rejected';
      readonly reason:
        | 'quota_exceeded'
        | 'rate_limited'
        | 'recipient_unknown'
        /** The person has blocked the account, or doesn't take messages of this kind. */
        | 'recipient_refuses'
        /** Too long ago that the person wrote; see `limits.window`. */
        | 'window_closed'
        /** The vendor sends nothing of this kind at this hour. */
        | 'night_hours'
        /** The vendor wants to be paid first. */
        | 'payment_needed'
        | 'credentials_rejected'
        | 'message_invalid'
        | 'vendor_error';
      readonly detail: string;
      readonly retryable: boolean;
      /** With `retryable`: not before so many milliseconds. */
      readonly retryAfterMs?: number;
      /** With `credentials_rejected`: new access may help (see `renewal`), so one more try is worth it. */
      readonly renewable?: boolean;
      readonly requestId: string | null;
    }
  /** No answer came back: it may or may not have been sent. */
  | { readonly kind: 'unknown'; readonly detail: string };

/** The same messages for many people in one call; all of them get it, or none. */
export interface SendManyRequest {
  /** Ids of people, not of groups; at most `limits.recipientsPerSend`, none twice. */
  readonly to: readonly string[];
  readonly messages: readonly VendorMessage[];
  /** Same key, same body: delivered once to each, however often it is tried. */
  readonly retryKey: string;
  /** Name under which the vendor adds up reactions to the messages; null: none. Letters, digits and `_`, up to 30. */
  readonly unit: string | null;
}

export type SendManyOutcome =
  /** `requestId`: of the call that was accepted, also when this one only repeated it. */
  | { readonly kind: 'sent'; readonly requestId: string | null }
  /**
   * The vendor doesn't know this recipient (null: one of them, it doesn't say which), so no recipient got it. Without
   * them it is another body and needs another key.
   */
  | { readonly kind: 'recipient-refused'; readonly recipient: string | null; readonly detail: string }
  | Extract<SendOutcome, { readonly kind: 'rejected' | 'unknown' }>;

/** Sums that a vendor reports for messages under one name (`unit`), never for a single person. */
export interface SentSums<Credentials> {
  /** How many more names it takes this month; null: it did not say. Of one too many it says nothing, and counts nothing. */
  room(connection: { readonly credentials: Credentials }): Promise<number | null>;
  read(
    connection: { readonly credentials: Credentials },
    sent: { readonly unit: string; readonly since: Date },
  ): Promise<SumsOutcome>;
}

export type SumsOutcome =
  /** Up to and with `day`, `2026-11-27` on the vendor's clock. Null: too few people for the vendor to say how many. */
  | {
      readonly kind: 'known';
      readonly day: string;
      readonly impressions: number | null;
      readonly clicks: number | null;
    }
  /** No day that it counts is over. */
  | { readonly kind: 'early' }
  | { readonly kind: 'unavailable'; readonly detail: string };

/** Whether something sent without an answer has arrived; asked where a repeat would send it twice. */
export type SentCheck = 'arrived' | 'absent' | 'unknown';
