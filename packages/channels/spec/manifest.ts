/** What a channel can do, safe for the browser. The product asks these, never for a channel's name. */
export interface ChannelManifest {
  readonly kind: string;
  readonly name: string;
  readonly color: string;
  readonly capabilities: {
    /** An event brings a token with which one answer is free. */
    readonly replyToken: boolean;
    readonly typing: boolean;
    readonly profile: boolean;
    readonly sandbox: boolean;
  };
  readonly limits: {
    /** How long a reply token may be used, counted from the webhook, with a margin. */
    readonly replyTokenLifeMs: number;
    readonly messagesPerSend: number;
    readonly textLength: number;
    /** How long a retry key is remembered by the vendor, with a margin. */
    readonly retryKeyLifeMs: number;
  };
}
