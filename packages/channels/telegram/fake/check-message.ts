import { TELEGRAM_LIMITS } from '../limits.ts';
import { fields, type Params } from './answer.ts';

/** What the vendor says against it; null: nothing. */
type Objection = string | null;

export function checkText({ text, entities, parse_mode }: Params): Objection {
  if (typeof text !== 'string' || text.trim() === '') return 'message text is empty';
  if (!text.isWellFormed()) return 'strings must be encoded in UTF-8';
  if (parse_mode !== undefined && parse_mode !== 'HTML') return 'unsupported parse_mode';
  const broken = parse_mode === 'HTML' ? brokenHtml(text) : null;
  if (broken !== null) return `can't parse entities: ${broken}`;
  const shown = parse_mode === 'HTML' ? text.replaceAll(/<[^>]*>/g, '') : text;
  if (shown.length > TELEGRAM_LIMITS.textLength) return 'message is too long';
  return entities === undefined ? null : checkEntities(text, entities);
}

const TAGS = /^(?:b|strong|i|em|u|ins|s|strike|del|code|pre|a|blockquote|tg-spoiler|span|tg-emoji)$/;

function brokenHtml(text: string): Objection {
  const open: string[] = [];
  for (const match of text.matchAll(/<(\/?)([^\s>]*)([^>]*)(>?)/g)) {
    const [, slash, name = '', , end] = match;
    const at = Buffer.byteLength(text.slice(0, match.index));
    if (end === '' || !TAGS.test(name)) return `Unsupported start tag "${name}" at byte offset ${at}`;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return `Unmatched end tag at byte offset ${at}`;
  }
  return open.length === 0 ? null : `Can't find end tag corresponding to start tag "${open.at(-1)}"`;
}

const TYPES = new Set([
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'spoiler',
  'blockquote',
  'code',
  'pre',
  'text_link',
]);

function checkEntities(text: string, entities: unknown): Objection {
  if (!Array.isArray(entities)) return "can't parse entities: expected an Array";
  // The real one shows the text without the marks that are too many; here nobody would see that.
  if (entities.length > TELEGRAM_LIMITS.entities) return 'too many entities: the rest would not be shown';
  const ranges: { readonly start: number; readonly end: number; readonly type: string }[] = [];
  for (const entity of entities.map(fields)) {
    const { type, offset, length, url } = entity;
    if (!TYPES.has(String(type))) return `can't parse entities: unsupported type ${String(type)}`;
    if (!Number.isInteger(offset) || !Number.isInteger(length)) return "can't parse entities: no offset";
    const [start, end] = [Number(offset), Number(offset) + Number(length)];
    if (start < 0 || end <= start || end > text.length) return 'ENTITY_BOUNDS_INVALID';
    if (isInsideCharacter(text, start) || isInsideCharacter(text, end)) return 'ENTITY_BOUNDS_INVALID';
    if (type === 'text_link' && !URL.canParse(String(url))) return 'ENTITY_TEXTURL_INVALID';
    ranges.push({ start, end, type: String(type) });
  }
  const crosses = ranges.some((one, index) => ranges.slice(index + 1).some((other) => cross(one, other)));
  return crosses ? 'can’t parse entities: they cross each other' : null;
}

const isInsideCharacter = (text: string, index: number): boolean => {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
};

interface Range {
  readonly start: number;
  readonly end: number;
  readonly type: string;
}
/** One has to lie within the other; nothing lies within code, and quotations don't nest. */
function cross(one: Range, other: Range): boolean {
  if (one.end <= other.start || other.end <= one.start) return false;
  const [outer, inner] = one.end - one.start >= other.end - other.start ? [one, other] : [other, one];
  if (inner.start < outer.start || inner.end > outer.end) return true;
  return /^(?:code|pre)$/.test(outer.type) || (outer.type === 'blockquote' && inner.type === 'blockquote');
}

export function checkMarkup(markup: unknown): Objection {
  if (markup === undefined) return null;
  const { inline_keyboard: inline, keyboard, remove_keyboard } = fields(markup);
  if (remove_keyboard === true) return null;
  const rows = inline ?? keyboard;
  if (!Array.isArray(rows) || !rows.every(Array.isArray))
    return "can't parse reply keyboard markup JSON object";
  const buttons: readonly Record<string, unknown>[] = rows.flat().map(fields);
  if (buttons.length > 100) return 'REPLY_MARKUP_TOO_LONG';
  for (const { text, callback_data: data, url } of buttons) {
    if (typeof text !== 'string' || text.trim() === '')
      return "can't parse keyboard button: Text buttons must be non-empty";
    if (inline === undefined) continue;
    if ((data === undefined) === (url === undefined)) {
      return "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard";
    }
    const bytes = data === undefined ? 1 : Buffer.byteLength(String(data));
    if (bytes < 1 || bytes > TELEGRAM_LIMITS.callbackBytes) return 'BUTTON_DATA_INVALID';
    if (url !== undefined && !/^(?:https?|tg):\/\//.test(String(url))) return 'BUTTON_URL_INVALID';
  }
  return null;
}

export function checkPlace({ latitude, longitude }: Params): Objection {
  const isPlace = [latitude, longitude].every((value) => Number.isFinite(Number(value ?? Number.NaN)));
  return isPlace && Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180
    ? null
    : 'location is invalid';
}
