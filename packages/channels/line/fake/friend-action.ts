/** A received file: real bytes of the type when absent. */
interface Bytes {
  readonly bytes?: Buffer;
  readonly contentType?: string;
}
/** What several types of message share: bytes, or an address that isn't the vendor's. */
interface Media extends Bytes {
  readonly externalUrl?: string;
}

/** What a friend does in the chat; `custom` is merged over the common fields as it is. */
export type FriendAction =
  | {
      readonly type: 'text';
      readonly text: string;
      readonly mentionsAccount?: boolean;
      /** Id of the message that is quoted. */
      readonly quotes?: string;
      readonly extra?: object;
    }
  /** Changes what they wrote; the vendor has it in groups and rooms only. */
  | {
      readonly type: 'edit';
      readonly messageId: string;
      readonly text: string;
      readonly mentionsAccount?: boolean;
    }
  | {
      readonly type: 'sticker';
      readonly text?: string;
      readonly keywords?: readonly string[];
      readonly stickerResourceType?: string;
    }
  | ({
      readonly type: 'image';
      readonly imageSet?: { readonly id: string; readonly index?: number; readonly total?: number };
    } & Media)
  | ({ readonly type: 'video' | 'audio' } & Media)
  | ({ readonly type: 'file'; readonly fileName: string } & Bytes)
  | {
      readonly type: 'location';
      readonly title?: string;
      readonly address?: string;
      readonly latitude?: number;
      readonly longitude?: number;
    }
  | {
      readonly type: 'postback';
      readonly data: string;
      readonly params?: Readonly<Record<string, string>>;
      /** Shown in the chat as if the friend had written it; the webhook doesn't tell. */
      readonly displayText?: string;
    }
  | { readonly type: 'follow' | 'unfollow' }
  | { readonly type: 'unsend'; readonly messageId: string }
  /** The account comes into, or leaves, the group or room of the event. */
  | { readonly type: 'join' | 'leave' }
  | { readonly type: 'memberJoined' | 'memberLeft'; readonly members: readonly string[] }
  | {
      readonly type: 'beacon';
      readonly hwid: string;
      readonly beaconType?: 'enter' | 'banner' | 'stay';
      readonly dm?: string;
    }
  /** A failed one has neither source nor reply token. */
  | { readonly type: 'accountLink'; readonly result: 'ok' | 'failed'; readonly nonce: string }
  | {
      readonly type: 'membership';
      readonly change: 'joined' | 'left' | 'renewed';
      readonly membershipId: number;
    }
  | { readonly type: 'videoPlayComplete'; readonly trackingId: string }
  | { readonly type: 'custom'; readonly event: Readonly<Record<string, unknown>> };
