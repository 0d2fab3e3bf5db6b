/** Kinds of things that staff may send besides text. */
export type SendableKind =
  | 'image'
  | 'video'
  | 'audio'
  | 'file'
  | 'sticker'
  | 'location'
  | 'details'
  | 'rich-message'
  | 'cards'
  /** Messages in the vendor's own JSON: `checkNative` of the adapter. */
  | 'native';

/** One thing the owner types to connect; its words are the setup guide's. */
export interface ConnectField {
  readonly name: string;
  /** Never shown again. */
  readonly secret: boolean;
  readonly required: boolean;
}

/** What a channel can do, safe for the browser. The product asks these, never for a channel's name. */
export interface ChannelManifest {
  readonly kind: string;
  readonly name: string;
  /** In other languages, where the name is a plain word and not a vendor's. */
  readonly nameIn?: Readonly<Partial<Record<string, string>>>;
  readonly color: string;
  /** What somebody has done who is greeted; a channel where people only begin to write says nothing of it. */
  readonly arrival?: 'friend' | 'follower';
  /** `credentials`: typed in; `permission`: the owner is sent to the vendor; `built-in`: comes with the product. */
  readonly connect: 'credentials' | 'permission' | 'built-in';
  readonly connectFields: readonly ConnectField[];
  /** Where browsers load the vendor's stickers: the same for everybody, they say nothing of a customer. */
  readonly pictureHosts?: readonly string[];
  /** Hosts, with all below them, whose addresses the vendor's app opens in a way of its own: they are sent as they are. */
  readonly opensItself?: readonly string[];
  /** Pages can open inside the vendor's app and prove who is there: `inAppPages` of the adapter. */
  readonly inAppPages?: true;
  /** Bubbles of composed messages are drawn as they are, whatever `toMessages` makes of them. */
  readonly drawsBubbles?: true;
  readonly capabilities: {
    /** An event brings a token with which one answer is free. */
    readonly replyToken: boolean;
    readonly typing: boolean;
    readonly profile: boolean;
    readonly sandbox: boolean;
    /** Followers can be listed, so friends can be synchronised. */
    readonly followers: boolean;
    /** The vendor counts what the account sends in a month. */
    readonly quota: boolean;
    /** An answer can quote a message: by the token it came with, or by its vendor's id. */
    readonly quoting: 'token' | 'id' | null;
    readonly readMarks: boolean;
    /** A message can carry the name and picture of who says it. */
    readonly senderIdentity: boolean;
    readonly quickReplies: boolean;
    readonly groups: boolean;
    /** The vendor's id of a person is the same on all channels that know that person, and never somebody else's. */
    readonly sharedPersonIds: boolean;
    /** A retry key makes a repeated send harmless; without it `findSent` is asked. */
    readonly idempotentSend: boolean;
    /** The webhook is set by us; without it the owner copies its address into the vendor's console. */
    readonly setsWebhook: boolean;
    /** Calls without a right signature are answered 200 and dropped, because the vendor turns the webhook off otherwise. */
    readonly acceptsUnsigned: boolean;
    readonly sends: readonly SendableKind[];
  };
  readonly limits: {
    /** How long a reply token may be used, counted from the webhook, with a margin. */
    readonly replyTokenLifeMs: number;
    /** So long after what happened a reply token is void, however late its webhook came, with a margin. */
    readonly replyTokenAgeMs: number;
    readonly messagesPerSend: number;
    /** How many people one call reaches with the same messages; absent: one. */
    readonly recipientsPerSend?: number;
    /** What the vendor takes in a second, to all people together and to one of them; absent: more than we send. */
    readonly sendsPerSecond?: { readonly all: number; readonly one: number };
    readonly textLength: number;
    /** How long a retry key is remembered by the vendor, with a margin. */
    readonly retryKeyLifeMs: number;
    /**
     * How long after a person's last word they can be written to: free of charge, and at all, in milliseconds. Null:
     * whenever one likes.
     */
    readonly window: { readonly freeMs: number; readonly openMs: number } | null;
    /** Most members of a group, where a message to it is counted for each of them; absent: it is counted once. */
    readonly groupMembers?: number;
    /** Largest files that can be sent, in bytes. */
    readonly fileBytes: Readonly<Partial<Record<'image' | 'video' | 'audio' | 'file', number>>>;
  };
}
