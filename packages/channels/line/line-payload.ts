import {
  type Fields,
  fieldsOf,
  listOf,
  NOTHING_SHOWN,
  type ShownButton,
  type ShownCard,
  type ShownCell,
  type ShownPayload,
  urlOf,
  wordsOf,
} from '../spec/shown-payload.ts';

/** Reads what was sent or received; what it doesn't know is left out. */
export function readPayload(given: unknown): ShownPayload {
  const message = fieldsOf(given);
  return {
    ...NOTHING_SHOWN,
    quickReplies: listOf(fieldsOf(message.quickReply).items).flatMap(({ action }) => readButton(action)),
    sender: wordsOf(fieldsOf(message.sender).name),
    quotedId: wordsOf(message.quotedMessageId),
    ...readMessage(message),
  };
}

function readMessage(message: Fields): Partial<ShownPayload> {
  switch (message.type) {
    case 'text':
    case 'textV2':
      return { text: wordsOf(message.text) };
    case 'sticker':
      return { sticker: readSticker(message) };
    case 'image':
      return { imageUrl: urlOf(message.previewImageUrl) ?? urlOf(message.originalContentUrl) };
    case 'video':
    case 'audio':
    case 'file':
      return { file: readFile(message.type, message) };
    case 'location':
      return { place: { title: wordsOf(message.title) ?? '', address: wordsOf(message.address) ?? '' } };
    case 'flex':
      return readFlex(message);
    case 'template':
      return readTemplate(message);
    case 'imagemap':
      return readMap(message);
    default:
      return {};
  }
}

/** The picture, and its places as buttons: where they are is not drawn. */
function readMap({ baseUrl, altText, actions, video }: Fields): Partial<ShownPayload> {
  const base = urlOf(baseUrl);
  const link = fieldsOf(fieldsOf(video).externalLink);
  const places = [
    ...listOf(actions).map(({ linkUri, clipboardText, ...action }) =>
      action.type === 'clipboard'
        ? { label: wordsOf(action.label) ?? wordsOf(clipboardText) ?? '' }
        : { ...action, uri: linkUri },
    ),
    ...(link.linkUri === undefined ? [] : [{ type: 'uri', uri: link.linkUri, label: link.label }]),
  ];
  const card = {
    title: '',
    subtitle: '',
    imageUrl: base && `${base}/700`,
    url: null,
    buttons: places.flatMap(readButton),
  };
  return base === null ? { text: wordsOf(altText) } : { items: [card] };
}

function readSticker({ stickerId, keywords, text }: Fields): ShownPayload['sticker'] {
  const known = Array.isArray(keywords) ? keywords.filter((word) => typeof word === 'string') : [];
  return { url: pictureOf(stickerId), name: wordsOf(text) ?? known.join(', ') };
}

const pictureOf = (stickerId: unknown): string | null =>
  typeof stickerId === 'string' && /^\d{1,20}$/.test(stickerId)
    ? `https://stickershop.line-scdn.net/stickershop/v1/sticker/${stickerId}/android/sticker.png`
    : null;

const readFile = (kind: 'video' | 'audio' | 'file', message: Fields): ShownPayload['file'] => ({
  kind,
  url: urlOf(message.originalContentUrl),
  name: wordsOf(message.fileName) ?? '',
});

function readFlex({ contents, altText }: Fields): Partial<ShownPayload> {
  const container = fieldsOf(contents);
  const bubbles = container.type === 'carousel' ? listOf(container.contents) : [container];
  const items = bubbles.map(readBubble);
  const isReadable = items.some(({ imageUrl, rows, buttons }) => imageUrl || rows?.length || buttons?.length);
  return isReadable ? { items, areSideBySide: items.length > 1 } : { text: wordsOf(altText) };
}

function readTemplate({ template, altText }: Fields): Partial<ShownPayload> {
  const given = fieldsOf(template);
  switch (given.type) {
    case 'buttons':
    case 'confirm':
      return { items: [readColumn(given)] };
    case 'carousel':
      return { items: listOf(given.columns).map(readColumn), areSideBySide: true };
    case 'image_carousel':
      return { items: listOf(given.columns).map(readPicture), areSideBySide: true };
    default:
      return { text: wordsOf(altText) };
  }
}

function readColumn({ title, text, thumbnailImageUrl, actions, defaultAction }: Fields): ShownCard {
  const [first] = readButton(defaultAction);
  const heading = wordsOf(title);
  return {
    title: heading ?? wordsOf(text) ?? '',
    subtitle: heading === null ? '' : (wordsOf(text) ?? ''),
    imageUrl: urlOf(thumbnailImageUrl),
    url: first?.url ?? null,
    buttons: listOf(actions).flatMap(readButton),
  };
}

function readPicture({ imageUrl, action }: Fields): ShownCard {
  const buttons: ShownButton[] = readButton(action);
  return { title: '', subtitle: '', imageUrl: urlOf(imageUrl), url: null, buttons };
}

/** What can be tapped of an action object; one that only a real phone can do is a button without effect. */
function readButton(given: unknown): ShownButton[] {
  const action = fieldsOf(given);
  const label = wordsOf(action.label) ?? wordsOf(action.displayText) ?? wordsOf(action.text) ?? '';
  switch (action.type) {
    case 'uri': {
      const url = urlOf(action.uri);
      return [{ label: label || (url ?? ''), ...(url === null ? {} : { url }) }];
    }
    case 'message':
      return [{ label, text: wordsOf(action.text) ?? label }];
    case 'postback': {
      const text = wordsOf(action.displayText) ?? wordsOf(action.text);
      return [{ label, data: wordsOf(action.data) ?? '', ...(text === null ? {} : { text }) }];
    }
    default:
      return label === '' ? [] : [{ label }];
  }
}

interface Part {
  readonly rows: readonly (readonly ShownCell[])[];
  readonly images: readonly string[];
  readonly buttons: readonly ShownButton[];
}
const EMPTY: Part = { rows: [], images: [], buttons: [] };
const MOST_DEPTH = 10;

/** A freely laid out card as its picture, its lines from top to bottom, and its buttons. */
function readBubble({ header, hero, body, footer, action }: Fields): ShownCard {
  const part = joined([header, hero, body, footer].map((block) => readPart(fieldsOf(block), 0)));
  const [tapped] = action === undefined ? [] : readButton(action);
  return {
    title: '',
    subtitle: '',
    imageUrl: part.images[0] ?? null,
    url: tapped?.url ?? null,
    rows: part.rows,
    buttons: part.buttons,
  };
}

function readPart(component: Fields, depth: number): Part {
  if (depth > MOST_DEPTH) return EMPTY;
  switch (component.type) {
    case 'text':
      return { ...EMPTY, rows: [[readCell(component)]] };
    case 'button':
      return { ...EMPTY, buttons: readButton(component.action) };
    case 'image': {
      const url = urlOf(component.url);
      return { ...EMPTY, images: url === null ? [] : [url] };
    }
    case 'video':
      return readPart(fieldsOf(component.altContent), depth + 1);
    case 'box':
      return readBox(component, depth);
    default:
      return EMPTY;
  }
}

function readBox({ layout, contents, action }: Fields, depth: number): Part {
  const inner = listOf(contents);
  const areCells = layout !== 'vertical' && inner.every(({ type }) => type === 'text');
  const [tapped] = action === undefined ? [] : readButton(action);
  if (areCells && inner.length > 0)
    return { ...EMPTY, rows: [inner.map((cell) => readCell(cell, tapped?.url))] };
  const part = joined(inner.map((component) => readPart(component, depth + 1)));
  const isButton = tapped !== undefined && tapped.label !== '';
  return isButton ? { ...part, buttons: [...part.buttons, tapped] } : part;
}

const joined = (parts: readonly Part[]): Part => ({
  rows: parts.flatMap(({ rows }) => rows),
  images: parts.flatMap(({ images }) => images),
  buttons: parts.flatMap(({ buttons }) => buttons),
});

function readCell({ text, contents, weight, action }: Fields, boxUrl?: string): ShownCell {
  const spans = listOf(contents).map((span) => wordsOf(span.text) ?? '');
  const [tapped] = action === undefined ? [] : readButton(action);
  return {
    text: wordsOf(text) ?? spans.join(''),
    isStrong: weight === 'bold',
    url: tapped?.url ?? boxUrl ?? null,
  };
}
