import type { Readable } from 'node:stream';
import type { MessageKind } from '@hanasu/contract/inbox';
import type { ZodType } from 'zod';
import type { ChannelConnection, VendorHosts } from './connection.ts';
import type { ChannelManifest } from './manifest.ts';
import type { ChannelMenus } from './menus.ts';
import type { MessageOptions, NativeProblem, OutgoingPart } from './outgoing.ts';
import type {
  SendManyOutcome,
  SendManyRequest,
  SendOutcome,
  SendRequest,
  SentCheck,
  SentSums,
  VendorMessage,
} from './sending.ts';

export type ConnectOutcome =
  | {
      readonly kind: 'connected';
      /** Vendor's own id of the official account; unique per channel kind. */
      readonly externalId: string;
      readonly displayName: string;
      readonly pictureUrl: string | null;
      /** What to keep instead of the given credentials, when connecting made more of them (tokens, keys). */
      readonly credentials?: unknown;
    }
  /** `field` is the credential that is wrong. */
  | { readonly kind: 'rejected'; readonly field: string; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string };

export type WebhookSetupOutcome =
  | { readonly kind: 'ok' }
  /** Set or not, the vendor could not deliver to it; `detail` is for the owner. */
  | { readonly kind: 'failed'; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string };

/** Where the bytes of a received picture, recording or file are. */
export type MediaReference =
  /** Fetched from the vendor with the channel's credentials, by `fetchMedia`. */
  | { readonly from: 'vendor'; readonly vendorMessageId: string }
  /** An address anybody may read; the product fetches it behind its guard. */
  | { readonly from: 'url'; readonly url: string; readonly previewUrl: string | null };

/** A received content item in the product's own words; `data` follows `MessageView.data`. */
export interface InboundContent {
  readonly kind: MessageKind;
  readonly text: string;
  /**
   * Of text: `tapped`, the label of the button that said it. Of a postback: `data`, its payload; `chosen`, what the person picked (a date, a time) in words for the bot;
   * `menuSwitched`, true when the tap only opened another part of a menu, which the person has seen already.
   */
  readonly data: Record<string, unknown>;
  /** Present when there are bytes to fetch: they are fetched and stored once. */
  readonly media?: MediaReference;
}

/** One event of a webhook call. `vendorEventId` is what duplicates share. */
export interface InboundEvent {
  readonly vendorEventId: string;
  /** Vendor's clock, milliseconds since the epoch. */
  readonly occurredAt: number;
  readonly redelivered: boolean;
  /** The person, or null when the event has no sender we may answer (shown nowhere, stored raw). */
  readonly friendExternalId: string | null;
  /**
   * Where an answer goes: the person, or the group or room they wrote in. A place that the vendor tells apart inside a
   * chat is a thread of its own, called by the chat's id, `/` and its own.
   */
  readonly threadExternalId: string | null;
  /** Name of the place inside a group that the thread is, where the event brings it. */
  readonly placeName?: string;
  /**
   * Vendor's id of a message that the event is about, where the event doesn't say in which place of the chat it
   * happened: it belongs to the thread that has this message, and to `threadExternalId` where none has.
   */
  readonly aboutMessage?: string;
  /** The thread is a group or room: several people write in it. */
  readonly isGroup?: boolean;
  readonly what: InboundEventBody;
  /** Lets one answer be sent free of charge; null when the event can't be answered that way. */
  readonly replyToken: string | null;
  /** Lets an answer quote this message. */
  readonly quoteToken?: string | null;
  /** Lets everything up to this message be shown to its sender as read. */
  readonly readToken?: string | null;
  /** The vendor says we must not answer this event (for example another module is in charge). */
  readonly mayAnswer: boolean;
  /** Not answered only because a group's members talk among themselves: answered if it quotes the account. */
  readonly isOverheard?: boolean;
}

export type InboundEventBody =
  | {
      readonly kind: 'message';
      readonly vendorMessageId: string;
      readonly content: InboundContent;
      /** Vendor's id of the message that this one quotes. */
      readonly quotes?: string | null;
    }
  /** The sender changed what they had written. */
  | { readonly kind: 'edited'; readonly vendorMessageId: string; readonly content: InboundContent }
  | { readonly kind: 'follow'; readonly returning: boolean }
  | { readonly kind: 'unfollow' }
  | { readonly kind: 'unsend'; readonly vendorMessageId: string }
  /** The account itself said this: through us (then the id is known already), or a person in the vendor's own app. */
  | {
      readonly kind: 'echo';
      readonly vendorMessageId: string;
      readonly content: InboundContent;
      readonly byPerson: boolean;
    }
  /** What we sent has arrived, or was seen. */
  | {
      readonly kind: 'receipt';
      readonly state: 'received' | 'seen';
      readonly vendorMessageIds: readonly string[];
    }
  /** `reaction` null: taken back. `mood` is what it says of an answer. */
  | {
      readonly kind: 'reaction';
      readonly vendorMessageId: string;
      readonly reaction: string | null;
      readonly mood: 'good' | 'bad' | 'neutral';
    }
  /** The person gave details of themselves (name, phone, address, …) when asked for them. */
  | { readonly kind: 'details'; readonly details: Readonly<Record<string, string>> }
  /** The person wants their data erased. */
  | { readonly kind: 'erase' }
  /** Shown as a line in the thread: join, leave, memberJoined, memberLeft, beacon, accountLink, call, … */
  | { readonly kind: 'happening'; readonly event: string; readonly data: Readonly<Record<string, unknown>> }
  /** Anything else, kept raw and shown as what it is. */
  | { readonly kind: 'other'; readonly vendorType: string };

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
  /** `isUnknown`: the vendor has answered that the account knows no such person. */
  | { readonly kind: 'unavailable'; readonly detail: string; readonly isUnknown?: boolean };

/** What a vendor lets the account send. */
export type QuotaOutcome =
  /** `limit` null: as much as one likes. `used` in this month, as the vendor counts. */
  | { readonly kind: 'known'; readonly limit: number | null; readonly used: number }
  | { readonly kind: 'unavailable'; readonly detail: string };

export type GroupSizeOutcome =
  | { readonly kind: 'known'; readonly people: number }
  | { readonly kind: 'unavailable'; readonly detail: string };

export type MediaOutcome =
  | { readonly kind: 'fetched'; readonly body: Readable; readonly contentType: string }
  /** The vendor is still preparing it. */
  | { readonly kind: 'pending'; readonly retryInMs: number }
  /** Taken back, expired, or never there. */
  | { readonly kind: 'gone'; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string };

/** Access that lapses and is renewed: short-lived or rotating tokens. Times in milliseconds since the epoch. */
export interface Renewal<Credentials> {
  /** From when on access should be renewed; null: nothing to renew. */
  dueAt(credentials: Credentials): number | null;
  /** When a person has to reconnect if nobody renews before; null: never. */
  lapsesAt(credentials: Credentials): number | null;
  /** One call, never repeated by the adapter: a rotating token may be used up by a call whose answer was lost. */
  renew(connection: ChannelConnection<Credentials>): Promise<RenewalOutcome<Credentials>>;
}
export type RenewalOutcome<Credentials> =
  /**
   * To be stored before anything else is done with them. `notice`: they work, but a token or key that the owner typed
   * was refused.
   */
  | { readonly kind: 'renewed'; readonly credentials: Credentials; readonly notice?: 'token_refused' }
  /** Only a person can repair it, by connecting again. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** The request never left, or was refused for a reason that passes. */
  | { readonly kind: 'unreachable'; readonly detail: string }
  /** No answer: the old token may be used up; a later `refused` shows it. */
  | { readonly kind: 'unknown'; readonly detail: string };

/** Connecting by permission: the owner is sent to the vendor and comes back with a code. */
export interface Authorisation {
  /** What the owner types first, as `connectFields` of the manifest; the address to send them to. */
  begin(
    input: Readonly<Record<string, string>>,
    way: { readonly redirectUri: string; readonly state: string; readonly codeVerifier: string },
  ):
    | { readonly kind: 'ok'; readonly url: string }
    | { readonly kind: 'rejected'; readonly field: string; readonly detail: string };
  /** `query`: what the vendor appended to the redirect address. */
  finish(
    input: Readonly<Record<string, string>>,
    way: {
      readonly redirectUri: string;
      readonly codeVerifier: string;
      readonly query: Readonly<Record<string, string>>;
    },
  ): Promise<ConnectOutcome>;
}

/**
 * The webhook of a vendor's app that serves several official accounts. Which of them an event is for is read from the
 * body, and only once its signature has been found right.
 */
export interface AppWebhook<Credentials> {
  /** The vendor's id of the app by which an account was connected. */
  appIdOf(credentials: Credentials): string;
  /** Constant-time check of the raw body with the app's keys, whichever of its accounts the event is for. */
  verify(
    connection: ChannelConnection<Credentials>,
    rawBody: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): boolean;
  /** Of a verified body: the vendor's id of the official account it is for; null: it names none. */
  accountOf(rawBody: Buffer): string | null;
}

export interface FollowersPage {
  readonly externalIds: readonly string[];
  /** Where the next page begins; null: that was the last. */
  readonly next: string | null;
  /** As the vendor counts; null: it doesn't say. */
  readonly total: number | null;
}
export type FollowersOutcome =
  | ({ readonly kind: 'page' } & FollowersPage)
  /** This account may not list its followers; `detail` is for the owner. */
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string };

/** Pages that open inside the vendor's app and learn from it who is there. */
export interface InAppPages {
  /** The address that opens `path` (`/…?…`) below the endpoint of one of the owner's in-app pages. */
  urlOf(appId: string, path: string): string;
  /** The vendor's script, which such a page loads. */
  readonly script: string;
  /** Whom that script asks. */
  readonly hosts: readonly string[];
  /** Asks the vendor whose token it is. `audience`: for whom it has to be made. Needs no credentials of the channel. */
  verify(token: string, audience: string): Promise<PersonProof>;
}
export type PersonProof =
  /** `name` null: the token doesn't tell. */
  | { readonly kind: 'proven'; readonly externalId: string; readonly name: string | null }
  | { readonly kind: 'expired' }
  /** Not a token of the vendor, or for somebody else. */
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string };

/** Whether the vendor signs its webhooks with the secret that is stored. */
export type SecretCheck = 'right' | 'wrong' | 'unknown';

/**
 * What a channel is. Adapters never throw for what a vendor or the network does; they return outcomes. They keep
 * nothing between calls that a restart may not lose (a token that can be asked for again at no cost may be kept).
 */
export interface ChannelAdapter<Credentials = unknown> {
  readonly manifest: ChannelManifest;
  readonly credentialsSchema: ZodType<Credentials>;

  /** Checks the credentials with the vendor and reads who the account is. */
  connect(connection: ChannelConnection<Credentials>): Promise<ConnectOutcome>;
  /** Set where `manifest.connect` is `permission`. */
  readonly authorisation?: Authorisation;
  /** Set where access lapses. */
  readonly renewal?: Renewal<Credentials>;
  /** Points the vendor's webhook at `webhookUrl` and asks the vendor to test it. */
  setWebhook(connection: ChannelConnection<Credentials>, webhookUrl: string): Promise<WebhookSetupOutcome>;

  /** Constant-time check of the raw body; `headers` have lower-case names. */
  verifyWebhook(
    connection: ChannelConnection<Credentials>,
    rawBody: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): boolean;
  /** Set where the vendor calls one address for all official accounts of an app. */
  readonly appWebhook?: AppWebhook<Credentials>;
  parseWebhook(rawBody: Buffer): ParseOutcome;
  /** Asks the vendor, where it can tell. */
  checkSecret?(connection: ChannelConnection<Credentials>): Promise<SecretCheck>;

  profile(connection: ChannelConnection<Credentials>, friendExternalId: string): Promise<ProfileOutcome>;
  /** Name and picture of a group or room, where there are such. */
  groupProfile?(
    connection: ChannelConnection<Credentials>,
    threadExternalId: string,
  ): Promise<ProfileOutcome>;
  /** How many people a message to this group or room is counted for, where `capabilities.quota` counts people. */
  groupSize?(connection: ChannelConnection<Credentials>, threadExternalId: string): Promise<GroupSizeOutcome>;
  /** Name of a member, who need not be a friend of the account. */
  memberProfile?(
    connection: ChannelConnection<Credentials>,
    threadExternalId: string,
    memberExternalId: string,
  ): Promise<ProfileOutcome>;
  /** One page of the account's followers; `cursor` null: the first. Where `capabilities.followers`. */
  followers?(connection: ChannelConnection<Credentials>, cursor: string | null): Promise<FollowersOutcome>;
  /** Where `capabilities.quota`. */
  quota?(connection: ChannelConnection<Credentials>): Promise<QuotaOutcome>;
  /** Where messages can bring bytes that lie with the vendor. */
  fetchMedia?(
    connection: ChannelConnection<Credentials>,
    reference: MediaReference & { readonly from: 'vendor' },
  ): Promise<MediaOutcome>;

  /** Where the channel has menus under the chat. */
  readonly menus?: ChannelMenus<Credentials>;
  /** Where `manifest.inAppPages`. */
  readonly inAppPages?: InAppPages;

  /**
   * Where the vendor shows that a tap is under way until it is answered: ends that for these events, which are stored.
   * Failures are not worth telling.
   */
  acknowledge?(
    connection: ChannelConnection<Credentials>,
    events: readonly { readonly raw: unknown }[],
  ): Promise<void>;
  /** Shows the friend that an answer is being written; failures are not worth telling. */
  showTyping(connection: ChannelConnection<Credentials>, friendExternalId: string): Promise<void>;
  /** Shows the friend that everything up to the message of this token was read. Where `capabilities.readMarks`. */
  markRead?(connection: ChannelConnection<Credentials>, readToken: string): Promise<void>;

  /**
   * What is to be said → the channel's own messages, split at its limits, in order. Never empty when something is to
   * be said. A part the channel has no form for becomes text (a file its link, a place its map).
   */
  toMessages(parts: readonly OutgoingPart[], options: MessageOptions): VendorMessage[];
  /**
   * The same messages in words alone, without anything a vendor could refuse for its form; null when they already are.
   * They are sent after the vendor has refused the messages as `message_invalid`.
   */
  toPlain?(messages: readonly VendorMessage[]): VendorMessage[] | null;
  /** Where `capabilities.sends` has `native`: what the vendor would refuse of such a message; empty: nothing. */
  checkNative?(message: { readonly altText: string; readonly contents: unknown }): readonly NativeProblem[];
  send(connection: ChannelConnection<Credentials>, request: SendRequest): Promise<SendOutcome>;
  /** Where `limits.recipientsPerSend`. */
  sendMany?(connection: ChannelConnection<Credentials>, request: SendManyRequest): Promise<SendManyOutcome>;
  /** Where the vendor counts what is sent under a `unit`. */
  readonly sums?: SentSums<Credentials>;
  /** Where not `capabilities.idempotentSend`: whether these messages stand in the chat since `since` (milliseconds). */
  findSent?(
    connection: ChannelConnection<Credentials>,
    sent: { readonly to: string; readonly messages: readonly VendorMessage[]; readonly since: number },
  ): Promise<SentCheck>;
}

/** The strict fake vendor of a channel: refuses what the real one refuses. Tests, bench and the simulator use it. */
export interface FakeVendor {
  /** Hosts to hand to the adapter, by the names it uses in `VendorHosts`. */
  readonly hosts: VendorHosts;
  close(): Promise<void>;
}
