import {
  type Fields,
  fieldsOf,
  listOf,
  NOTHING_SHOWN,
  type ShownButton,
  type ShownPayload,
  urlOf,
  wordsOf,
} from '../spec/shown-payload.ts';
import { readCallback } from './callback-payload.ts';

/**
 * Reads a message as it was received, the parameters of one that was sent, or one that is ready to be; what it doesn't
 * know is left out.
 */
export function readPayload(given: unknown): ShownPayload {
  const message = readPrepared(fieldsOf(given));
  const markup = fieldsOf(message.reply_markup);
  const quoted =
    fieldsOf(message.reply_parameters).message_id ?? fieldsOf(message.reply_to_message).message_id;
  return {
    ...NOTHING_SHOWN,
    text: wordsOf(message.text) ?? wordsOf(message.caption),
    imageUrl: urlOf(message.photo),
    ...(message.photo !== undefined && urlOf(message.photo) === null ? { hasOwnPicture: true } : {}),
    file: readFile(message),
    sticker: readSticker(message.sticker),
    place: readPlace(message),
    buttons: rowsOf(markup.inline_keyboard).flatMap(readButton),
    quickReplies: rowsOf(markup.keyboard).flatMap(readKey),
    quotedId: typeof quoted === 'number' ? String(quoted) : null,
  };
}

function readPrepared(message: Fields): Fields {
  if (message.params === undefined) return message;
  const { field, url, name } = fieldsOf(message.file);
  const file = field === 'photo' ? url : { url, name };
  return { ...fieldsOf(message.params), ...(typeof field === 'string' ? { [field]: file } : {}) };
}

const rowsOf = (rows: unknown): Fields[] => (Array.isArray(rows) ? rows.flatMap(listOf) : []);

function readButton({ text, url, callback_data: data }: Fields): ShownButton[] {
  const label = wordsOf(text) ?? '';
  const address = urlOf(url);
  if (address !== null) return [{ label, url: address }];
  const said = wordsOf(data);
  if (said === null) return [];
  const { kind, value } = readCallback(said);
  return [kind === 'words' ? { label, text: value } : { label, data: value }];
}

/** A key that shares something can't be played: it would say no more than its own name. */
function readKey({ text, request_contact: shares }: Fields): ShownButton[] {
  const label = wordsOf(text);
  return label === null || shares === true ? [] : [{ label, text: label }];
}

/** Sent by its address, uploaded under its name, or received by the vendor's id of it. */
function readFile(message: Fields): ShownPayload['file'] {
  const kinds = { video: 'video', audio: 'audio', voice: 'audio', document: 'file' } as const;
  for (const [field, kind] of Object.entries(kinds)) {
    const given = message[field];
    if (given === undefined) continue;
    const { file_name, name, url } = fieldsOf(given);
    return { kind, url: urlOf(given) ?? urlOf(url), name: wordsOf(file_name) ?? wordsOf(name) ?? '' };
  }
  return null;
}

const readSticker = (given: unknown): ShownPayload['sticker'] =>
  given === undefined ? null : { url: null, name: wordsOf(fieldsOf(given).emoji) ?? '' };

function readPlace({ latitude, longitude, title, address, location }: Fields): ShownPayload['place'] {
  const place = location === undefined ? { latitude, longitude } : fieldsOf(location);
  if (typeof place.latitude !== 'number' || typeof place.longitude !== 'number') return null;
  const where = wordsOf(address) ?? `${place.latitude}, ${place.longitude}`;
  return { title: wordsOf(title) ?? '', address: where };
}
