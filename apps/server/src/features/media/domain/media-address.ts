import { createHmac, timingSafeEqual } from 'node:crypto';
import { AccountId, MediaId } from '@hanasu/contract/ids';

/** Who reads at an address: staff in the inbox, or the vendor that a file is sent through. */
export const MEDIA_PURPOSES = ['view', 'send'] as const;
export type MediaPurpose = (typeof MEDIA_PURPOSES)[number];

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

export interface ReadToken {
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
