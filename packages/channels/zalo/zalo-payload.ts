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
import { POSTBACK } from './postback.ts';

/** Reads what was sent or received; what it doesn't know is left out. */
export function readPayload(given: unknown): ShownPayload {
  const message = fieldsOf(given);
  const attachments: readonly unknown[] = Array.isArray(message.attachments)
    ? message.attachments
    : [message.attachment];
  const attachment = fieldsOf(attachments[0]);
  const payload = fieldsOf(attachment.payload);
  const said = wordsOf(message.text);
  const shared: ShownPayload = {
    ...NOTHING_SHOWN,
    // A tapped button arrives as its payload, which is not shown.
    text: said?.startsWith(POSTBACK) ? null : said,
    buttons: listOf(payload.buttons).flatMap(readButton),
    quotedId: wordsOf(message.quote_message_id) ?? wordsOf(message.quote_msg_id),
  };
  return { ...shared, ...readAttachment(attachment.type, payload), ...readPrepared(message) };
}

/** What is uploaded first, or completed, when it is sent. */
function readPrepared({ upload, gif, askDetails }: Fields): Partial<ShownPayload> {
  const asked = fieldsOf(askDetails);
  if (upload !== undefined)
    return { file: { kind: 'file', url: null, name: wordsOf(fieldsOf(upload).name) ?? '' } };
  if (gif !== undefined) return { imageUrl: urlOf(fieldsOf(gif).url) };
  return askDetails === undefined ? {} : { items: [readItem(asked)] };
}

function readAttachment(type: unknown, payload: Fields): Partial<ShownPayload> {
  const url = urlOf(payload.url);
  switch (type) {
    case 'template':
      return readTemplate(payload);
    case 'sticker':
      return { sticker: { url, name: '' } };
    case 'location':
      return { place: readPlace(fieldsOf(payload.coordinates)) };
    case 'video':
    case 'file':
      return { file: { kind: type, url, name: wordsOf(payload.name) ?? '' } };
    case 'audio':
    case 'voice':
      return { file: { kind: 'audio', url, name: '' } };
    case 'link':
      return { items: [readLink(payload, url)] };
    case 'business_card':
      return { items: [{ ...readLink(payload, url), subtitle: '' }] };
    default:
      return { imageUrl: urlOf(payload.thumbnail) ?? url };
  }
}

function readTemplate(payload: Fields): Partial<ShownPayload> {
  const elements = listOf(payload.elements);
  if (payload.template_type !== 'media') return { items: elements.map(readItem) };
  const imageUrl = urlOf(elements[0]?.url);
  return { imageUrl, hasOwnPicture: imageUrl === null };
}

function readItem(element: Fields): ShownCard {
  return {
    title: wordsOf(element.title) ?? '',
    subtitle: wordsOf(element.subtitle) ?? '',
    imageUrl: urlOf(element.image_url),
    url: urlOf(fieldsOf(element.default_action).url),
  };
}

const readLink = ({ description, thumbnail }: Fields, url: string | null): ShownCard => ({
  title: wordsOf(description) ?? url ?? '',
  subtitle: url ?? '',
  imageUrl: urlOf(thumbnail),
  url,
});

function readPlace({ latitude, longitude }: Fields): ShownPayload['place'] {
  return { title: '', address: [latitude, longitude].filter(Boolean).join(', ') };
}

function readButton({ title, type, payload }: Fields): ShownButton[] {
  const label = wordsOf(title) ?? '';
  const url = urlOf(fieldsOf(payload).url);
  if (type === 'oa.open.url' && url !== null) return [{ label, url }];
  const said = wordsOf(payload);
  if (said === null) return [];
  return type === 'oa.query.hide' ? [{ label, data: said }] : [{ label, text: said }];
}
