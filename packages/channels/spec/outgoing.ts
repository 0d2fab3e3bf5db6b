/** A file of ours that goes out. `url` is public (https where the vendor asks for it) and lasts for years. */
export interface OutgoingFile {
  readonly mediaId: string;
  readonly url: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
}

/** One thing to say, before it takes a channel's form. */
export type OutgoingPart =
  /** Markdown of a model with the passages it cites. */
  | {
      readonly kind: 'answer';
      readonly markdown: string;
      /** The line that names its sources in the customer's language; empty: they are not shown. */
      readonly sources: string;
      /** The `[n]` in it that mean nothing to the customer. */
      readonly hiddenMarks: readonly number[];
    }
  /** What a person wrote, word for word. */
  | { readonly kind: 'text'; readonly text: string }
  /** `previewUrl`: a small JPEG. */
  | ({ readonly kind: 'image'; readonly previewUrl: string } & OutgoingFile)
  | ({
      readonly kind: 'video';
      readonly previewUrl: string;
      readonly durationMs: number | null;
    } & OutgoingFile)
  | ({ readonly kind: 'audio'; readonly durationMs: number } & OutgoingFile)
  | ({ readonly kind: 'file' } & OutgoingFile)
  | { readonly kind: 'sticker'; readonly packageId: string; readonly stickerId: string }
  | {
      readonly kind: 'location';
      readonly title: string;
      readonly address: string;
      readonly latitude: number;
      readonly longitude: number;
    }
  /** Words with a button that opens a page; the address follows the words where there are no such buttons. */
  | { readonly kind: 'link'; readonly text: string; readonly label: string; readonly url: string }
  /** Asks the person for their name, phone and address with the vendor's own form; text where there is none. */
  | { readonly kind: 'ask-details'; readonly title: string; readonly text: string };

/** A tap that answers for the person: sent as their text, or as a postback where `data` is given. */
export interface QuickReply {
  readonly label: string;
  readonly text: string;
  readonly data?: string;
}

/** How it is said; a channel leaves out what it can't show. */
export interface MessageOptions {
  /** Under the last message. */
  readonly quickReplies: readonly QuickReply[];
  /** Who says it, instead of the account. */
  readonly sender: { readonly name: string; readonly iconUrl: string | null } | null;
  /** Quote token (`InboundEvent.quoteToken`) or, where `capabilities.quoting` is `id`, the vendor's message id. */
  readonly quote: string | null;
}

export const DEFAULT_MESSAGE_OPTIONS: MessageOptions = { quickReplies: [], sender: null, quote: null };
