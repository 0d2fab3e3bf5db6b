import { bodyErrors, type ErrorDetail, type FakeAnswer, fields, invalidProperty } from './answer.ts';
import { FLEX, FLEX_AGREEMENT, TEMPLATE_AGREEMENT, TEMPLATES } from './content-rules.ts';
import {
  type Fields,
  https,
  IMAGEMAP_ACTIONS,
  type Kinds,
  kind,
  link,
  list,
  number,
  object,
  oneOf,
  QUICK_REPLY_ACTIONS,
  type Rule,
  text,
} from './rules.ts';

/** The vendor's refusal of a list of message objects, or null when it would take them. */
export function checkMessages(messages: unknown): FakeAnswer | null {
  const rule: Rule = { is: 'list', min: 1, max: 5, of: { is: 'kind', of: () => MESSAGES } };
  const found = check(messages, rule, 'messages');
  // A property the vendor can't read stops it before it looks at values.
  const stray = found.find((finding) => finding.message === UNREADABLE);
  if (stray) return invalidProperty(stray.property);
  return found.length === 0 ? null : bodyErrors(found);
}

/** The same of a whole body; `absent` are the words for what is missing, which differ from call to call. */
export function checkBody(
  body: unknown,
  rules: Fields,
  absent: 'May not be empty' | 'must be specified' = 'May not be empty',
): FakeAnswer | null {
  const found = checkObject(body, rules, '').map(({ message, property }) => ({
    message: message === 'May not be empty' ? absent : message,
    property: property.replace(/^\./, ''),
  }));
  const stray = found.find((finding) => finding.message === UNREADABLE);
  if (stray) return invalidProperty(`'${stray.property}'`);
  return found.length === 0 ? null : bodyErrors(found);
}

const UNREADABLE = 'unreadable';
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

type Only<Name extends Rule['is']> = Extract<Rule, { readonly is: Name }>;

function check(value: unknown, rule: Rule, property: string): ErrorDetail[] {
  switch (rule.is) {
    case 'text':
    case 'words':
      return checkText(value, rule, property);
    case 'url':
      return checkUrl(value, rule, property);
    case 'number':
      return checkNumber(value, rule, property);
    case 'one of':
      return rule.values.some((each) => each === value) ? [] : [{ message: choices(rule.values), property }];
    case 'list':
      return checkList(value, rule, property);
    case 'object':
      return checkObject(value, rule.fields, property);
    case 'kind':
      return checkKind(value, rule.of(), property);
    case 'yes or no':
      return typeof value === 'boolean' ? [] : unreadable(property);
    case 'map':
      return checkMap(value, rule, property);
    case 'sized':
      return isTooLarge(value, rule.bytes)
        ? [{ message: 'is too large', property }]
        : check(value, rule.of, property);
    case 'agreeing':
      return checkAgreement(value, rule, property);
    default:
      return rule satisfies never;
  }
}

function checkText(value: unknown, rule: Only<'text' | 'words'>, property: string): ErrorDetail[] {
  if (typeof value !== 'string') return unreadable(property);
  const { min = 1, max } = rule;
  const length = rule.is === 'words' ? [...graphemes.segment(value)].length : value.length;
  if (length === 0 && min > 0) return [{ message: 'May not be empty', property }];
  if (length > max) return [{ message: `Length must be between 0 and ${max}`, property }];
  const isWrong = (rule.matches && !rule.matches.test(value)) || rule.refuse?.(value);
  return isWrong ? [{ message: 'invalid value', property }] : [];
}

function checkUrl(value: unknown, rule: Only<'url'>, property: string): ErrorDetail[] {
  const { max = 2000, schemes = ['https:'] } = rule;
  // Addresses have to be percent-encoded UTF-8.
  const readable = typeof value === 'string' && URL.canParse(value) && isEncoded(value);
  if (!readable || !schemes.includes(new URL(value).protocol)) return [{ message: 'invalid uri', property }];
  return value.length > max ? [{ message: `Length must be between 0 and ${max}`, property }] : [];
}

/** As the strict reading of addresses (RFC 3986) has it, which browsers are too kind for. */
function isEncoded(address: string): boolean {
  return /^[\x21-\x7e]+$/.test(address) && !/[|^`{}\\"<>]|%(?![0-9a-fA-F]{2})/.test(address);
}

function checkNumber(value: unknown, rule: Only<'number'>, property: string): ErrorDetail[] {
  if (typeof value !== 'number') return unreadable(property);
  if (!Number.isFinite(value) || (rule.whole && !Number.isInteger(value))) return unreadable(property);
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = rule;
  if (value < from) return [{ message: `must be greater than or equal to ${from}`, property }];
  return value > to ? [{ message: `must be less than or equal to ${to}`, property }] : [];
}

function checkList(value: unknown, rule: Only<'list'>, property: string): ErrorDetail[] {
  const { min = 1, max } = rule;
  if (value !== undefined && !Array.isArray(value)) return unreadable(property);
  const items: readonly unknown[] = value ?? [];
  if (items.length < min || items.length > max) {
    return [{ message: `Size must be between ${min} and ${max}`, property }];
  }
  return items.flatMap((item, index) => check(item, rule.of, `${property}[${index}]`));
}

function checkObject(value: unknown, rules: Fields, property: string): ErrorDetail[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return unreadable(property);
  const given = fields(value);
  const unknown = Object.keys(given).filter((name) => !(name in rules) && !(`${name}?` in rules));
  const wrong = Object.entries(rules).flatMap(([name, rule]) => {
    const plain = name.replace(/\?$/, '');
    const path = `${property}.${plain}`;
    if (given[plain] !== undefined) return check(given[plain], rule, path);
    return plain === name ? [{ message: 'May not be empty', property: path }] : [];
  });
  return [...unknown.flatMap((name) => unreadable(`${property}.${name}`)), ...wrong];
}

function checkMap(value: unknown, rule: Only<'map'>, property: string): ErrorDetail[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return unreadable(property);
  const entries = Object.entries(value);
  if (entries.length > rule.most) {
    return [{ message: `Size must be between 0 and ${rule.most}`, property }];
  }
  return entries.flatMap(([name, each]) =>
    name.length > rule.keyLength
      ? [{ message: `Length must be between 0 and ${rule.keyLength}`, property: `${property}.${name}` }]
      : check(each, rule.of, `${property}.${name}`),
  );
}

/** What holds between fields is only asked when each of them is right. */
function checkAgreement(value: unknown, rule: Only<'agreeing'>, property: string): ErrorDetail[] {
  const found = check(value, rule.of, property);
  if (found.length > 0) return found;
  const wrong = rule.check(fields(value));
  if (wrong === null) return [];
  return [{ message: wrong.message, property: [property, wrong.property].filter(Boolean).join('.') }];
}

function checkKind(value: unknown, kinds: Kinds, property: string): ErrorDetail[] {
  if (typeof value !== 'object' || value === null) return unreadable(property);
  const { type } = fields(value);
  if (type === undefined) return [{ message: 'May not be empty', property: `${property}.type` }];
  const rules = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (!rules) return [{ message: choices(Object.keys(kinds)), property: `${property}.type` }];
  return checkObject(value, { ...rules, type: { is: 'one of', values: [String(type)] } }, property);
}

function unreadable(property: string): ErrorDetail[] {
  return [{ message: UNREADABLE, property }];
}

function choices(values: readonly (string | number)[]): string {
  return `Must be one of the following values: [${values.join(', ')}]`;
}

function isTooLarge(value: unknown, bytes: number): boolean {
  return Buffer.byteLength(JSON.stringify(value) ?? '') > bytes;
}

const RESERVED = /LINE/;
/** Words the vendor keeps for itself, however they are spelled. */
const senderName: Rule = {
  is: 'text',
  max: 20,
  refuse: (value) => RESERVED.test(value.normalize('NFKC')) || /\bline\b/i.test(value.normalize('NFKC')),
};
const quickReply = object({
  items: list(
    object({ type: oneOf('action'), 'imageUrl?': https, action: kind(() => QUICK_REPLY_ACTIONS) }),
    13,
  ),
});
const common = {
  'quickReply?': quickReply,
  'sender?': object({ 'name?': senderName, 'iconUrl?': https }),
} satisfies Fields;
const quoting = { 'quoteToken?': text(300) } satisfies Fields;
const duration: Rule = { is: 'number', from: 1, whole: true };
const video = object({
  originalContentUrl: https,
  previewImageUrl: https,
  area: object({ x: number, y: number, width: number, height: number }),
  'externalLink?': object({ linkUri: link, label: text(30) }),
});
const substitution = kind(() => ({
  mention: { mentionee: kind(() => ({ user: { userId: text(33) }, all: {} })) },
  emoji: { productId: text(100), emojiId: text(100) },
}));

const TEMPLATE: Rule = { is: 'agreeing', of: kind(() => TEMPLATES), check: TEMPLATE_AGREEMENT };
const CONTENTS: Rule = { is: 'agreeing', of: kind(() => FLEX), check: FLEX_AGREEMENT };

/** What the vendor accepts as a message object. Sources: its OpenAPI description, facts §4. */
const MESSAGES: Kinds = {
  text: {
    ...common,
    ...quoting,
    text: text(5000),
    'emojis?': list(object({ index: number, productId: text(100), emojiId: text(100) }), 20),
  },
  textV2: {
    ...common,
    ...quoting,
    text: text(5000),
    'substitution?': { is: 'map', most: 100, keyLength: 20, of: substitution },
  },
  sticker: { ...common, ...quoting, packageId: text(20), stickerId: text(20) },
  image: { ...common, originalContentUrl: https, previewImageUrl: https },
  video: { ...common, originalContentUrl: https, previewImageUrl: https, 'trackingId?': text(100) },
  audio: { ...common, originalContentUrl: https, duration },
  location: {
    ...common,
    title: text(100),
    address: text(100),
    latitude: { is: 'number', from: -90, to: 90 },
    longitude: { is: 'number', from: -180, to: 180 },
  },
  coupon: { ...common, couponId: text(100), 'deliveryTag?': text(30) },
  imagemap: {
    ...common,
    baseUrl: https,
    altText: text(1500),
    baseSize: object({ width: oneOf(1040), height: { is: 'number', from: 1, whole: true } }),
    actions: list(
      kind(() => IMAGEMAP_ACTIONS),
      50,
      0,
    ),
    'video?': video,
  },
  template: { ...common, altText: text(1500), template: TEMPLATE },
  flex: { ...common, altText: text(1500), contents: CONTENTS },
};
