import type { ChannelAdapter } from '../channel.ts';
import type { ChannelConnection } from '../connection.ts';
import type { ReceivedCall } from './webhook-receiver.ts';

/** What the friend does on the vendor’s side. */
export const FRIEND_ACTIONS = [
  'text',
  'image',
  'video',
  'audio',
  'file',
  'location',
  'sticker',
  'postback',
  'follow',
  'unfollow',
  'unsend',
  'unknown',
] as const;
export type FriendActionKind = (typeof FRIEND_ACTIONS)[number];

/** What goes wrong with the next send; `lost-answer`: the vendor carries it out and the connection breaks. */
export type VendorFailure =
  | 'unauthorised'
  | 'forbidden'
  | 'rate'
  | 'quota'
  | 'server-error'
  | 'reset'
  | 'hang'
  | 'lost-answer';

/** The fake vendor and one friend of one connected account, as the suite needs them. */
interface SuiteVendor<Credentials> {
  readonly friendExternalId: string;
  /** An id in the vendor's form that nobody has. */
  readonly strangerExternalId: string;
  /** The webhook call the vendor makes for it, signed; null when the channel has no such thing. */
  act(kind: FriendActionKind): Promise<ReceivedCall | null>;
  /** Texts the friend sees from the account, oldest first. */
  delivered(): readonly string[];
  fail(failure: VendorFailure): void;
  /** Credentials with one of them wrong, and which. */
  wrongCredentials(): readonly { readonly field: string; readonly credentials: Credentials }[];
  advance(milliseconds: number): void;
  /** The vendor's clock, where not `capabilities.idempotentSend`. */
  now?(): number;
}

export interface SuiteSubject<Credentials> {
  readonly adapter: ChannelAdapter<Credentials>;
  readonly connection: ChannelConnection<Credentials>;
  readonly vendor: SuiteVendor<Credentials>;
  /** The same, but it gives a call up soon: for a vendor that never answers. */
  readonly impatient: ChannelAdapter<Credentials>;
  /** An adapter whose vendor can't be reached. */
  readonly cutOff: ChannelAdapter<Credentials>;
  close(): Promise<void>;
}
