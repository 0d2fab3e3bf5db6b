import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MediaReference } from '@hanasu/channels/spec/channel';
import {
  AccountId,
  type ChannelId,
  type ConversationId,
  MediaId,
  type MessageId,
  type UserId,
} from '@hanasu/contract/ids';
import type { MediaView } from '@hanasu/contract/media';

/** Bytes of a message that lie with its vendor. */
export interface WantedMedia {
  readonly channelId: ChannelId;
  readonly conversationId: ConversationId;
  readonly messageId: MessageId;
  readonly reference: MediaReference;
  readonly name: string;
  readonly durationMs: number | null;
}

export interface MediaRow {
  readonly accountId: AccountId;
  readonly id: MediaId;
  readonly conversationId: ConversationId | null;
  readonly messageId: MessageId | null;
  readonly channelId: ChannelId | null;
  readonly state: MediaView['state'];
  readonly name: string;
  readonly contentType: string | null;
  readonly bytes: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly fileKey: string | null;
  readonly thumbnailKey: string | null;
  readonly createdBy: UserId | null;
}

/** What was found out about bytes when they were stored. */
export interface StoredFacts {
  readonly contentType: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly thumbnailKey: string | null;
}

/** With addresses that are good for staff until the end of tomorrow. */
export function mediaView(row: MediaRow, now: number): MediaView {
  const { accountId, id: mediaId, fileKey, thumbnailKey } = row;
  const isThere = row.state === 'stored' && fileKey !== null;
  const claim = {
    accountId,
    mediaId,
    purpose: 'view',
    expiresAt: expiryOf('view', now),
    mostBytes: 0,
  } as const;
  const token = isThere ? signMediaToken(claim, fileKey) : null;
  return {
    uuid: mediaId,
    state: row.state,
    contentType: row.contentType,
    name: row.name,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    durationMs: row.durationMs,
    url: token && mediaPath(token),
    thumbnailUrl: token && thumbnailKey ? previewPath(token) : null,
  };
}

/** Enough that no address can be guessed: the key is what addresses are signed with. */
const SECRET_BYTES = 24;

/** Everything of one file lies in a folder of its own, whose name nobody outside knows. */
export const newFileKey = (accountId: AccountId, mediaId: MediaId): string =>
  `${accountId}/media/${mediaId}-${randomBytes(SECRET_BYTES).toString('hex')}/original`;

export const folderOf = (fileKey: string): string => fileKey.slice(0, fileKey.lastIndexOf('/'));

export const thumbnailKeyOf = (fileKey: string): string => `${folderOf(fileKey)}/small`;

/** A picture in a form that a vendor takes. */
export const sendableKeyOf = (fileKey: string, mostBytes: number): string =>
  `${folderOf(fileKey)}/send-${mostBytes}`;

/** A picture as public pages show it; `width`: a narrower one, in pixels. */
export const pageKeyOf = (fileKey: string, width: number | null): string =>
  `${folderOf(fileKey)}/page${width === null ? '' : `-${width}`}`;

/** With the ending of a name for what came without one. */
const SHOWN: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['video/mp4', 'mp4'],
  ['audio/mp4', 'm4a'],
  ['audio/mpeg', 'mp3'],
  ['application/pdf', 'pdf'],
]);

/** Anything else is offered for saving only. */
export const isShown = (contentType: string): boolean => SHOWN.has(contentType);

export const UNKNOWN_TYPE = 'application/octet-stream';

type MediaKind = 'image' | 'video' | 'audio' | 'file';

export function mediaKindOf(contentType: string): MediaKind {
  const [first] = contentType.split('/');
  return first === 'image' || first === 'video' || first === 'audio' ? first : 'file';
}

/** For vendors that give none: `image.jpg`. */
export function nameOfType(contentType: string): string {
  const ending = SHOWN.get(contentType);
  return mediaKindOf(contentType) + (ending ? `.${ending}` : '');
}

/** Who reads at an address: staff in the inbox, or the vendor that a file is sent through. */
const MEDIA_PURPOSES = ['view', 'send'] as const;
type MediaPurpose = (typeof MEDIA_PURPOSES)[number];

/** What an address says before anything is believed of it. */
export interface MediaClaim {
  readonly accountId: AccountId;
  readonly mediaId: MediaId;
  readonly purpose: MediaPurpose;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** A picture made smaller for a vendor that takes no more bytes than this; 0: as it is. */
  readonly mostBytes: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const SEND_DAYS = 3_650;

/**
 * Until the end of tomorrow for staff: the same address for a whole day, so that browsers keep what they have loaded.
 * Vendors hand addresses on to the people who got the message, for as long as these keep it.
 */
export function expiryOf(purpose: MediaPurpose, now: number): number {
  const today = Math.floor(now / DAY_MS);
  return (today + (purpose === 'view' ? 2 : SEND_DAYS)) * DAY_MS;
}

/** Where each part begins: two ids, the purpose, the end in seconds, the most bytes, and half of the SHA-256. */
const AT = { media: 16, purpose: 32, expiry: 33, most: 37, signature: 41, end: 57 } as const;

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function bodyOf({ accountId, mediaId, purpose, expiresAt, mostBytes }: MediaClaim): Buffer {
  const body = Buffer.alloc(AT.signature);
  bytesOf(accountId).copy(body);
  bytesOf(mediaId).copy(body, AT.media);
  body.writeUInt8(MEDIA_PURPOSES.indexOf(purpose), AT.purpose);
  body.writeUInt32BE(Math.floor(expiresAt / 1000), AT.expiry);
  body.writeUInt32BE(mostBytes, AT.most);
  return body;
}

/** `fileKey` is the secret: nobody is ever shown it, and once it is forgotten no address of the file is good any more. */
const signatureOf = (body: Buffer, fileKey: string): Buffer =>
  createHmac('sha256', fileKey)
    .update('hanasu/media')
    .update(body)
    .digest()
    .subarray(0, AT.end - AT.signature);

export function signMediaToken(claim: MediaClaim, fileKey: string): string {
  const body = bodyOf(claim);
  return Buffer.concat([body, signatureOf(body, fileKey)]).toString('base64url');
}

const FORM = /^[\w-]{76}$/;

interface ReadToken {
  readonly claim: MediaClaim;
  /** Whether it was signed for the file with this key. */
  isSignedWith(fileKey: string): boolean;
}

/** Null: it has not the form of one of ours. */
export function readMediaToken(token: string): ReadToken | null {
  if (!FORM.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const body = bytes.subarray(0, AT.signature);
  const accountId = AccountId.safeParse(uuidOf(body.subarray(0, AT.media)));
  const mediaId = MediaId.safeParse(uuidOf(body.subarray(AT.media, AT.purpose)));
  const purpose = MEDIA_PURPOSES[body.readUInt8(AT.purpose)];
  if (!accountId.success || !mediaId.success || !purpose) return null;
  return {
    claim: {
      accountId: accountId.data,
      mediaId: mediaId.data,
      purpose,
      expiresAt: body.readUInt32BE(AT.expiry) * 1000,
      mostBytes: body.readUInt32BE(AT.most),
    },
    isSignedWith: (fileKey) => timingSafeEqual(bytes.subarray(AT.signature), signatureOf(body, fileKey)),
  };
}

export const mediaPath = (token: string): string => `/media/${token}`;
export const previewPath = (token: string): string => `/media/${token}/preview`;
