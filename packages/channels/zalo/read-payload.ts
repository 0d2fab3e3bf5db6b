/** What a phone draws of one of the vendor's message objects; safe for the browser. */
export interface ShownPayload {
  readonly text: string | null;
  readonly buttons: readonly ShownButton[];
  readonly imageUrl: string | null;
  /** Cards under one another. */
  readonly items: readonly {
    readonly title: string;
    readonly subtitle: string;
    readonly imageUrl: string | null;
    readonly url: string | null;
  }[];
}
export interface ShownButton {
  readonly label: string;
  /** Opens an address, or answers for the person: with words they see, or with `data` that they don't. */
  readonly url?: string;
  readonly text?: string;
  readonly data?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads what was sent or received; what it doesn't know is left out. */
export function readPayload(payload: unknown): ShownPayload {
  const message = fields(payload);
  const attachments: readonly unknown[] = Array.isArray(message.attachments)
    ? message.attachments
    : [message.attachment];
  const { type, payload: inside } = fields(attachments[0]);
  const first = fields(inside);
  const elements = list(first.elements);
  const isMedia = first.template_type === 'media';
  return {
    text: wordsOf(message.text) ?? wordsOf(first.description),
    buttons: list(first.buttons).flatMap(readButton),
    imageUrl: isMedia ? urlOf(elements[0]?.url) : (urlOf(first.thumbnail) ?? pictureOf(type, first)),
    items: isMedia ? [] : elements.map(readItem),
  };
}

/** Only of what is a picture itself. */
const pictureOf = (type: unknown, { url }: Fields): string | null =>
  type === 'image' || type === 'gif' || type === 'sticker' ? urlOf(url) : null;

function readItem(element: Fields): ShownPayload['items'][number] {
  return {
    title: wordsOf(element.title) ?? '',
    subtitle: wordsOf(element.subtitle) ?? '',
    imageUrl: urlOf(element.image_url),
    url: urlOf(fields(element.default_action).url),
  };
}

function readButton({ title, type, payload }: Fields): ShownButton[] {
  const label = wordsOf(title) ?? '';
  const url = urlOf(fields(payload).url);
  if (type === 'oa.open.url' && url !== null) return [{ label, url }];
  const said = wordsOf(payload);
  if (said === null) return [];
  return type === 'oa.query.hide' ? [{ label, data: said }] : [{ label, text: said }];
}

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fields) : []);
const wordsOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const urlOf = (value: unknown): string | null =>
  typeof value === 'string' && /^https?:\/\//i.test(value) ? value : null;
