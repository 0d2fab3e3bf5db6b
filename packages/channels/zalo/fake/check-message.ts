import { type FakeAnswer, fail, fields, invalid, tooLong, unsupported } from './answer.ts';
import type { FakeChat, FakeState } from './state.ts';

const WEEK = 7 * 24 * 60 * 60 * 1000;
const TEXT_LENGTH = 2000;

export interface Checked {
  /** As in the names of events: text, image, gif, list, file. */
  readonly kind: string;
  readonly text: string | null;
}
type Result = { readonly kind: 'taken'; readonly message: Checked } | FakeAnswer;

export interface Place {
  readonly state: FakeState;
  readonly oaId: string;
  readonly chat: FakeChat;
  readonly now: number;
}

export const isRefused = (result: object): result is FakeAnswer => 'status' in result;
const taken = (kind: string, text: string | null): Result => ({ kind: 'taken', message: { kind, text } });

/** What of a message object the vendor takes. */
export function checkMessage(given: unknown, place: Place): Result {
  const message = fields(given);
  const { text, attachment, quote_message_id: quote } = message;
  const stray = Object.keys(message).find(
    (name) => !['text', 'attachment', 'quote_message_id'].includes(name),
  );
  if (stray !== undefined) return invalid(stray);
  if (text === undefined && attachment === undefined) return invalid('message');
  if (text !== undefined) {
    if (typeof text !== 'string' || text.trim() === '') return invalid('text');
    if (codePoints(text) > TEXT_LENGTH) return tooLong();
  }
  if (quote !== undefined && !place.chat.entries.some(({ id }) => id === quote)) {
    return invalid('quote_message_id');
  }
  const words = typeof text === 'string' ? text : null;
  return attachment === undefined ? taken('text', words) : checkAttachment(fields(attachment), words, place);
}

/** After NFC; the real unit is not known. */
export const codePoints = (text: string): number => [...text.normalize('NFC')].length;

function checkAttachment(attachment: Record<string, unknown>, text: string | null, place: Place): Result {
  const payload = fields(attachment.payload);
  if (attachment.type === 'file') return checkUpload(payload.token, 'file', place) ?? taken('file', text);
  if (attachment.type !== 'template') return unsupported();
  switch (payload.template_type) {
    case undefined:
      return text === null ? invalid('text') : (checkButtons(payload.buttons) ?? taken('text', text));
    case 'media':
      return checkMedia(payload.elements, text, place);
    case 'list':
      return checkElements(payload.elements, 5) ?? taken('list', text);
    case 'request_user_info':
      return checkElements(payload.elements, 1) ?? taken('list', text);
    default:
      return unsupported();
  }
}

function checkMedia(elements: unknown, text: string | null, place: Place): Result {
  if (!Array.isArray(elements) || elements.length !== 1) return invalid('elements');
  const { media_type: type, url, attachment_id: id, width, height } = fields(elements[0]);
  if (type !== 'image' && type !== 'gif' && type !== 'sticker') return unsupported();
  if ((url === undefined) === (id === undefined)) return invalid('attachment_id');
  if (url !== undefined && !isHttps(url)) return invalid('url');
  if (type === 'gif' && !(isPositive(width) && isPositive(height))) return invalid('width');
  const wrong = id === undefined ? null : checkUpload(id, type === 'gif' ? 'gif' : 'image', place);
  return wrong ?? taken(type, text);
}

function checkUpload(id: unknown, kind: string, { state, oaId, now }: Place): FakeAnswer | null {
  const upload = typeof id === 'string' ? state.uploads.get(id) : undefined;
  if (!upload || upload.oaId !== oaId || upload.kind !== kind) {
    return invalid(kind === 'file' ? 'token' : 'attachment_id');
  }
  return now - upload.at > WEEK ? fail(-100, 'attachment_id was expired') : null;
}

function checkElements(elements: unknown, most: number): FakeAnswer | null {
  if (!Array.isArray(elements) || elements.length === 0) return invalid('elements');
  if (elements.length > most) return tooLong();
  for (const element of elements) {
    const { title, subtitle, image_url: image, default_action: action } = fields(element);
    if (typeof title !== 'string' || title === '') return invalid('title');
    if (typeof subtitle !== 'string' || subtitle === '') return invalid('subtitle');
    if (codePoints(title) > 100 || codePoints(subtitle) > 500) return tooLong();
    if (!isHttps(image)) return invalid('image_url');
    if (action !== undefined && !isAction(fields(action))) return invalid('default_action');
  }
  return null;
}

const isAction = ({ type, url, payload }: Record<string, unknown>): boolean =>
  type === 'oa.open.url' ? isUrl(url) : typeof payload === 'string';

function checkButtons(buttons: unknown): FakeAnswer | null {
  if (!Array.isArray(buttons) || buttons.length === 0) return invalid('buttons');
  if (buttons.length > 5) return tooLong();
  for (const button of buttons) {
    const { title, type, payload } = fields(button);
    if (typeof title !== 'string' || title.trim() === '') return invalid('title');
    if (codePoints(title) > 100) return tooLong();
    const wrong = checkPayload(type, payload);
    if (wrong) return wrong;
  }
  return null;
}

function checkPayload(type: unknown, payload: unknown): FakeAnswer | null {
  switch (type) {
    case 'oa.open.url':
      return isUrl(fields(payload).url) ? null : invalid('payload');
    case 'oa.query.show':
    case 'oa.query.hide':
      if (typeof payload !== 'string' || payload === '') return invalid('payload');
      return codePoints(payload) > 1000 ? tooLong() : null;
    case 'oa.open.phone':
    case 'oa.open.sms':
      return typeof fields(payload).phone_code === 'string' ? null : invalid('payload');
    default:
      return invalid('type');
  }
}

const isUrl = (url: unknown): boolean =>
  typeof url === 'string' && /^https?:\/\/[\x21-\x7e]+$/.test(url) && URL.canParse(url);
const isHttps = (url: unknown): boolean => isUrl(url) && String(url).startsWith('https:');
const isPositive = (value: unknown): boolean => typeof value === 'number' && value > 0;
