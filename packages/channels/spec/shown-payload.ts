/** What a phone draws of one of the vendor's message objects; safe for the browser. What isn't there is null or empty. */
export interface ShownPayload {
  readonly text: string | null;
  readonly imageUrl: string | null;
  /** Recordings and documents: where they are and what they are called, as far as the message tells. */
  readonly file: {
    readonly kind: 'video' | 'audio' | 'file';
    readonly url: string | null;
    readonly name: string;
  } | null;
  readonly sticker: { readonly url: string | null; readonly name: string } | null;
  readonly place: { readonly title: string; readonly address: string } | null;
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

export interface ShownCard {
  readonly title: string;
  readonly subtitle: string;
  readonly imageUrl: string | null;
  readonly url: string | null;
  /** Lines of a freely laid out card, each with its cells. */
  readonly rows?: readonly (readonly ShownCell[])[];
  readonly buttons?: readonly ShownButton[];
}
export interface ShownCell {
  readonly text: string;
  readonly isStrong: boolean;
  readonly url: string | null;
}
export interface ShownButton {
  readonly label: string;
  /** Opens an address, or answers for the person: with words they see, or with `data` that they don't. */
  readonly url?: string;
  readonly text?: string;
  readonly data?: string;
}

/** A message of which nothing is known. */
export const NOTHING_SHOWN: ShownPayload = {
  text: null,
  imageUrl: null,
  file: null,
  sticker: null,
  place: null,
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
