import type { MessageKind } from '@hanasu/contract/inbox';
import type { ZodType } from 'zod';
import type { ChannelManifest } from './manifest.ts';

/** Where the adapter reaches its vendor; the sandbox points these at the fake server. */
export interface VendorHosts {
  readonly [host: string]: string;
}

/** What an adapter is given once, at start. */
export interface ChannelContext {
  readonly hosts: VendorHosts;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Everything needed to talk for one connected account. `credentials` has passed `credentialsSchema`. */
export interface ChannelConnection<Credentials> {
  readonly credentials: Credentials;
}

export type ConnectOutcome =
  | {
      readonly kind: 'connected';
      /** Vendor's own id of the official account; unique per channel kind. */
      readonly externalId: string;
      readonly displayName: string;
      readonly pictureUrl: string | null;
    }
  /** `field` is the credential that is wrong. */
  | { readonly kind: 'rejected'; readonly field: string; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string };

export type WebhookSetupOutcome =
  | { readonly kind: 'ok' }
  /** Set or not, the vendor could not deliver to it; `detail` is for the owner. */
  | { readonly kind: 'failed'; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string };

/** A received content item in the product's own words; `data` follows `MessageView.data`. */
export interface InboundContent {
  readonly kind: MessageKind;
  readonly text: string;
  readonly data: Record<string, unknown>;
}

/** One event of a webhook call. `vendorEventId` is what duplicates share. */
export interface InboundEvent {
  readonly vendorEventId: string;
  /** Vendor's clock, milliseconds since the epoch. */
  readonly occurredAt: number;
  readonly redelivered: boolean;
  /** The person, or null when the event has no sender we may answer (shown nowhere, stored raw). */
  readonly friendExternalId: string | null;
  /** Where an answer goes: the person, or the group or room they wrote in. */
  readonly threadExternalId: string | null;
  readonly what:
    | { readonly kind: 'message'; readonly vendorMessageId: string; readonly content: InboundContent }
    | { readonly kind: 'follow'; readonly returning: boolean }
    | { readonly kind: 'unfollow' }
    | { readonly kind: 'unsend'; readonly vendorMessageId: string }
    /** Anything else, kept raw and shown as what it is. */
    | { readonly kind: 'other'; readonly vendorType: string };
  /** Lets one answer be sent free of charge; null when the event can't be answered that way. */
  readonly replyToken: string | null;
  /** The vendor says we must not answer this event (for example another module is in charge). */
  readonly mayAnswer: boolean;
}

export type ParseOutcome =
  | { readonly kind: 'events'; readonly events: readonly (InboundEvent & { readonly raw: unknown })[] }
  | { readonly kind: 'malformed'; readonly detail: string };

export interface Profile {
  readonly displayName: string;
  readonly pictureUrl: string | null;
  /** BCP 47, as the vendor gave it. */
  readonly language: string | null;
}
export type ProfileOutcome =
  | { readonly kind: 'found'; readonly profile: Profile }
  | { readonly kind: 'unavailable'; readonly detail: string };

/** An answer before it takes a channel's form: markdown plus the passages it cites. */
export interface OutgoingAnswer {
  readonly markdown: string;
  readonly sources: readonly {
    readonly number: number;
    readonly title: string;
    readonly page: number | null;
  }[];
  readonly showSources: boolean;
  /** Words like "Sources" in the customer's language. */
  readonly sourcesLabel: string;
}

/** A vendor message object, ready to send; opaque outside the adapter, stored as JSON. */
export type VendorMessage = Record<string, unknown>;

export interface SendRequest {
  readonly to: string;
  readonly messages: readonly VendorMessage[];
  readonly how:
    | { readonly method: 'reply'; readonly replyToken: string }
    /** Same key, same body: delivered once, however often it is tried. */
    | { readonly method: 'push'; readonly retryKey: string };
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
        | 'credentials_rejected'
        | 'message_invalid'
        | 'vendor_error';
      readonly detail: string;
      readonly retryable: boolean;
      readonly requestId: string | null;
    }
  /** No answer came back: it may or may not have been sent. */
  | { readonly kind: 'unknown'; readonly detail: string };

/**
 * What a channel is. Adapters hold no state between calls and never throw for what a vendor or the network
 * does; they return outcomes.
 */
export interface ChannelAdapter<Credentials = unknown> {
  readonly manifest: ChannelManifest;
  readonly credentialsSchema: ZodType<Credentials>;

  /** Checks the credentials with the vendor and reads who the account is. */
  connect(connection: ChannelConnection<Credentials>): Promise<ConnectOutcome>;
  /** Points the vendor's webhook at `webhookUrl` and asks the vendor to test it. */
  setWebhook(connection: ChannelConnection<Credentials>, webhookUrl: string): Promise<WebhookSetupOutcome>;

  /** Constant-time check of the raw body; `headers` have lower-case names. */
  verifyWebhook(
    connection: ChannelConnection<Credentials>,
    rawBody: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): boolean;
  parseWebhook(rawBody: Buffer): ParseOutcome;

  profile(connection: ChannelConnection<Credentials>, friendExternalId: string): Promise<ProfileOutcome>;
  /** Shows the friend that an answer is being written; failures are not worth telling. */
  showTyping(connection: ChannelConnection<Credentials>, friendExternalId: string): Promise<void>;

  /** Markdown → the channel's own messages, split at its limits. Never empty for non-empty markdown. */
  toMessages(answer: OutgoingAnswer): VendorMessage[];
  /** What a person wrote, word for word, split at the channel's limits. Never empty for non-blank text. */
  plainMessages(text: string): VendorMessage[];
  send(connection: ChannelConnection<Credentials>, request: SendRequest): Promise<SendOutcome>;
}

/** The strict fake vendor of a channel: refuses what the real one refuses. Tests, bench and the simulator use it. */
export interface FakeVendor {
  /** Hosts to hand to the adapter, by the names it uses in `VendorHosts`. */
  readonly hosts: VendorHosts;
  close(): Promise<void>;
}
