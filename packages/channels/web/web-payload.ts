import { fieldsOf, NOTHING_SHOWN, type ShownPayload, urlOf, wordsOf } from '../spec/shown-payload.ts';

/** Reads a `WebMessage`; what it doesn't know is left out. */
export function readPayload(given: unknown): ShownPayload {
  const { type, text, name, url } = fieldsOf(given);
  switch (type) {
    case 'text':
      return { ...NOTHING_SHOWN, text: wordsOf(text) };
    case 'image':
      return { ...NOTHING_SHOWN, imageUrl: urlOf(url) };
    case 'video':
    case 'audio':
    case 'file':
      return { ...NOTHING_SHOWN, file: { kind: type, url: urlOf(url), name: wordsOf(name) ?? '' } };
    default:
      return NOTHING_SHOWN;
  }
}
