/** What a phone draws of one of the vendor's message objects; safe for the browser. What isn't there is null or empty. */
export interface ShownPayload {
  readonly text: string | null;
  readonly imageUrl: string | null;
  /** A picture that the vendor knows by an id alone. */
  readonly hasOwnPicture?: boolean;
  /** Recordings and documents: where they are and what they are called, as far as the message tells. */
  readonly file: {
    readonly kind: 'video' | 'audio' | 'file';
    readonly url: string | null;
    readonly name: string;
  } | null;
  readonly sticker: { readonly url: string | null; readonly name: string } | null;
  readonly place: { readonly title: string; readonly address: string } | null;
  /** A picture with places to tap. */
  readonly map: ShownMap | null;
  /** Under one another, or side by side. */
  readonly items: readonly ShownCard[];
  readonly areSideBySide: boolean;
  /** Under the message. */
  readonly buttons: readonly ShownButton[];
  /** Above the keyboard, until something else is said. */
  readonly quickReplies: readonly ShownButton[];
  /** Who says it, where that isn't the account itself. */
  readonly sender: string | null;
  /** Vendor's id of the message that it answers. */
  readonly quotedId: string | null;
}

interface ShownPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** Lengths are pixels of a picture that is `width` wide. */
export interface ShownMap {
  readonly imageUrl: string;
  readonly altText: string;
  readonly width: number;
  readonly height: number;
  /** Where two overlap, the first is tapped. */
  readonly areas: readonly (ShownPlace & ShownButton)[];
  readonly video:
    | (ShownPlace & {
        readonly url: string;
        readonly previewUrl: string | null;
        /** Offered at its end. */
        readonly link: ShownButton | null;
      })
    | null;
}

export interface ShownCard {
  readonly title: string;
  readonly subtitle: string;
  readonly imageUrl: string | null;
  readonly url: string | null;
  /** All of a card that is laid out freely; its title is then only a name for it. */
  readonly shape?: ShownShape;
  readonly buttons?: readonly ShownButton[];
}
export interface ShownButton {
  readonly label: string;
  /** Opens an address, or answers for the person: with words they see, or with `data` that they don't. */
  readonly url?: string;
  readonly text?: string;
  readonly data?: string;
  /** Opens a calendar or a clock; what is picked comes back with `data`. */
  readonly picker?: { readonly mode: 'date' | 'time' | 'datetime'; readonly data: string };
  /** Taken into the clipboard. */
  readonly copy?: string;
}

/** How a browser lays something out: names and values of CSS that the reader of a vendor's messages wrote itself. */
export type ShownStyle = Readonly<Record<string, string | number>>;

/** A freely laid out card, as deep as its vendor allows. */
export type ShownShape =
  | {
      readonly kind: 'box';
      readonly style: ShownStyle;
      readonly inside: readonly ShownShape[];
      readonly tap?: ShownButton;
    }
  | {
      readonly kind: 'words';
      readonly style: ShownStyle;
      readonly spans: readonly { readonly text: string; readonly style: ShownStyle }[];
      readonly tap?: ShownButton;
    }
  | {
      readonly kind: 'picture';
      readonly style: ShownStyle;
      readonly url: string | null;
      readonly tap?: ShownButton;
    }
  | { readonly kind: 'button'; readonly style: ShownStyle; readonly tap: ShownButton }
  | { readonly kind: 'space'; readonly style: ShownStyle };

/** A message of which nothing is known. */
export const NOTHING_SHOWN: ShownPayload = {
  text: null,
  imageUrl: null,
  file: null,
  sticker: null,
  place: null,
  map: null,
  items: [],
  areSideBySide: false,
  buttons: [],
  quickReplies: [],
  sender: null,
  quotedId: null,
};

export type Fields = Readonly<Record<string, unknown>>;

/** Vendors' objects are read as they come: whatever has another form counts as absent. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
export const wordsOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
export const urlOf = (value: unknown): string | null =>
  typeof value === 'string' && /^https?:\/\//i.test(value) ? value : null;
