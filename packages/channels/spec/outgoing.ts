import type { NativeRule } from '@hanasu/contract/message-content';

/** A file of ours that goes out. `url` is public (https where the vendor asks for it) and lasts for years. */
export interface OutgoingFile {
  readonly mediaId: string;
  readonly url: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
}

export const RICH_MESSAGE_SIDE = 1_040;

/** A picture with places that can be tapped. All lengths are pixels of a picture that is 1,040 wide. */
export interface RichMessage {
  readonly kind: 'rich-message';
  /** Serves the picture under `/240`, `/300`, `/460`, `/700` and `/1040`; another picture has another address. */
  readonly baseUrl: string;
  readonly height: number;
  /** Says what the picture shows. */
  readonly altText: string;
  /** Where two overlap, the first is tapped. */
  readonly areas: readonly RichMessageArea[];
  /** Plays within the picture. */
  readonly video: {
    readonly url: string;
    readonly previewUrl: string;
    readonly area: Area;
    /** Offered at its end. */
    readonly link: { readonly url: string; readonly label: string } | null;
  } | null;
}
interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
interface RichMessageArea {
  readonly area: Area;
  readonly label: string;
  readonly action:
    | { readonly kind: 'message'; readonly text: string }
    | { readonly kind: 'link'; readonly url: string }
    | { readonly kind: 'copy'; readonly text: string };
}

/** The same in words: what it shows, where its places lead, and what they say. */
export function richMessageWords(
  { altText, areas, video }: RichMessage,
  isInWords: (area: RichMessageArea, index: number) => boolean = () => true,
): string {
  const links = video?.link ? [video.link] : [];
  const lines = [
    ...areas.filter(isInWords).map(({ label, action }) => ({
      label,
      words: action.kind === 'link' ? action.url : action.text,
    })),
    ...(video ? [{ label: '', words: video.url }] : []),
    ...links.map(({ label, url }) => ({ label, words: url })),
  ].map(({ label, words }) => (label === '' || label === words ? words : `${label}: ${words}`));
  return [altText, ...new Set(lines)]
    .filter((line) => line.trim() !== '')
    .join('\n')
    .toWellFormed();
}

/** Cards to leaf through; what a channel can't lay out becomes words. */
export interface OutgoingCards {
  readonly kind: 'cards';
  readonly altText: string;
  readonly cards: readonly OutgoingCard[];
  /** The last card: leads to all the others. */
  readonly more: { readonly label: string; readonly url: string } | null;
  /** `#rrggbb` of what stands out, on channels that draw cards in a colour; absent: the channel's own. */
  readonly color?: string | null;
}
export interface OutgoingCard {
  readonly layout: 'product' | 'location' | 'person' | 'image' | 'text' | 'coupon' | 'survey';
  /** A JPEG or PNG of at most 1,024 pixels a side and 1 MB. */
  readonly imageUrl: string | null;
  readonly title: string;
  /** One line that stands out: a price, opening times, a role, an offer. */
  readonly lead: string;
  readonly text: string;
  readonly details: readonly { readonly label: string; readonly text: string }[];
  /** At most three. */
  readonly buttons: readonly OutgoingCardButton[];
}
export interface OutgoingCardButton {
  readonly label: string;
  readonly action:
    | { readonly kind: 'link'; readonly url: string }
    /**
     * Said as the customer's own words. `tapData` comes back as a postback instead, on channels that show the words all
     * the same and can carry it; the others leave it out.
     */
    | { readonly kind: 'message'; readonly text: string; readonly tapData?: string };
}

/** The same in words, a paragraph for each card. */
export function cardsWords({ cards, more }: Pick<OutgoingCards, 'cards' | 'more'>): string {
  const paragraphs = cards.map(({ title, lead, text, details, buttons }) =>
    [
      title,
      lead,
      text,
      ...details.map((detail) => (detail.label === '' ? detail.text : `${detail.label}: ${detail.text}`)),
      ...buttons.map(({ label, action }) => {
        if (action.kind === 'link') return label === '' ? action.url : `${label}: ${action.url}`;
        return label === action.text || label === '' ? `・${action.text}` : `・${label}: ${action.text}`;
      }),
    ]
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n'),
  );
  return [...paragraphs, ...(more ? [`${more.label}: ${more.url}`] : [])]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
    .toWellFormed();
}

/** A message in the vendor's own JSON, for the channels whose `capabilities.sends` has `native`. */
export interface NativeMessage {
  readonly kind: 'native';
  /** Said where the channel has no such form. */
  readonly altText: string;
  readonly contents: unknown;
}

/** `path` leads into the contents, as `body.contents[0].text`; empty: all of it. */
export interface NativeProblem {
  readonly path: string;
  readonly message: string;
  readonly rule: NativeRule;
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
  | RichMessage
  | OutgoingCards
  | NativeMessage
  /** Words with a button that opens a page; the address follows the words where there are no such buttons. */
  | { readonly kind: 'link'; readonly text: string; readonly label: string; readonly url: string }
  /** Asks the person for their name, phone and address with the vendor's own form; text where there is none. */
  | { readonly kind: 'ask-details'; readonly title: string; readonly text: string };

/** A tap that answers for the person: sent as their text, or as a postback where `data` is given. */
export interface QuickReply {
  readonly label: string;
  readonly text: string;
  readonly data?: string;
  /** As of a button of a card: comes back instead of the text where a channel can do that, and the text is shown. */
  readonly tapData?: string;
  /**
   * Opens the vendor's own calendar or clock; `data` comes back as a postback with what was picked (`chosen` of its
   * content). Days as `2026-12-05`. Channels without one leave the button out.
   */
  readonly picker?: { readonly mode: 'date' | 'time'; readonly min?: string; readonly max?: string };
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
