import type { ShownShape } from '../spec/shown-payload.ts';
import {
  type Fields,
  fieldsOf,
  listOf,
  NOTHING_SHOWN,
  type ShownButton,
  type ShownCard,
  type ShownPayload,
  urlOf,
  wordsOf,
} from '../spec/shown-payload.ts';
import { readBubble, wordsOfShape } from './flex-shape.ts';
import { readButton } from './read-button.ts';

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

/** The picture with its places; in words where its address or its size is missing. */
function readMap({ baseUrl, altText, actions, baseSize, video }: Fields): Partial<ShownPayload> {
  const base = urlOf(baseUrl);
  const { width, height } = fieldsOf(baseSize);
  if (base === null || !isLength(width) || !isLength(height)) return { text: wordsOf(altText) };
  const areas = listOf(actions).flatMap((action) => {
    const place = readPlace(action.area);
    return place ? [{ ...place, ...mapButton(action) }] : [];
  });
  return {
    map: {
      imageUrl: `${base}/1040`,
      altText: wordsOf(altText) ?? '',
      width,
      height,
      areas,
      video: readMapVideo(fieldsOf(video)),
    },
  };
}

const isLength = (value: unknown): value is number => typeof value === 'number' && value > 0;
function readPlace(given: unknown) {
  const { x, y, width, height } = fieldsOf(given);
  const isPlaced = typeof x === 'number' && typeof y === 'number';
  return isPlaced && isLength(width) && isLength(height) ? { x, y, width, height } : null;
}

function mapButton({ type, label, linkUri, text, clipboardText }: Fields): ShownButton {
  const words = wordsOf(label) ?? wordsOf(text) ?? wordsOf(clipboardText) ?? urlOf(linkUri) ?? '';
  const [url, said, copy] = [urlOf(linkUri), wordsOf(text), wordsOf(clipboardText)];
  if (type === 'uri' && url !== null) return { label: words, url };
  if (type === 'message' && said !== null) return { label: words, text: said };
  return type === 'clipboard' && copy !== null ? { label: words, copy } : { label: words };
}

function readMapVideo({ originalContentUrl, previewImageUrl, area, externalLink }: Fields) {
  const [url, place] = [urlOf(originalContentUrl), readPlace(area)];
  if (url === null || place === null) return null;
  const link = fieldsOf(externalLink);
  const end = urlOf(link.linkUri);
  return {
    ...place,
    url,
    previewUrl: urlOf(previewImageUrl),
    link: end === null ? null : { label: wordsOf(link.label) ?? end, url: end },
  };
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
  const items = bubbles.map(readBubble).flatMap((shape) => (shape ? [cardOf(shape)] : []));
  return items.length > 0 ? { items, areSideBySide: items.length > 1 } : { text: wordsOf(altText) };
}

const cardOf = (shape: ShownShape): ShownCard => ({
  title: wordsOfShape(shape),
  subtitle: '',
  imageUrl: null,
  url: null,
  shape,
});

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
