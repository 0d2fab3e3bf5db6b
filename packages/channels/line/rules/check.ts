import type { NativeRule } from '@hanasu/contract/message-content';
import { fieldsOf } from '../../spec/shown-payload.ts';
import type { Fields, Kinds, Rule } from './rules.ts';

/** What is wrong, in the vendor's words and in plain ones, and where: `messages[0].text`. */
export interface Finding {
  readonly message: string;
  readonly property: string;
  readonly plainly: string;
  /** The same without a language. */
  readonly rule: NativeRule;
}

/** The vendor's reader stops at such a property before it looks at any values. */
export const UNREADABLE = 'unreadable';
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

type Only<Name extends Rule['is']> = Extract<Rule, { readonly is: Name }>;

/** Everything that the rule refuses of a value. */
export function check(value: unknown, rule: Rule, property: string): Finding[] {
  switch (rule.is) {
    case 'text':
    case 'words':
      return checkText(value, rule, property);
    case 'url':
      return checkUrl(value, rule, property);
    case 'number':
      return checkNumber(value, rule, property);
    case 'one of':
      return rule.values.some((each) => each === value) ? [] : notOneOf(rule.values, property);
    case 'list':
      return checkList(value, rule, property);
    case 'object':
      return checkObject(value, rule.fields, property);
    case 'kind':
      return checkKind(value, rule.of(), property);
    case 'yes or no':
      return typeof value === 'boolean' ? [] : unreadable(property, 'must be true or false', 'not_boolean');
    case 'map':
      return checkMap(value, rule, property);
    case 'sized':
      return sizeOf(value) > rule.bytes
        ? tooLarge(value, rule.bytes, property)
        : check(value, rule.of, property);
    case 'agreeing':
      return checkAgreement(value, rule, property);
    default:
      return rule satisfies never;
  }
}

function checkText(value: unknown, rule: Only<'text' | 'words'>, property: string): Finding[] {
  if (typeof value !== 'string') return unreadable(property, 'must be a text in quotation marks', 'not_text');
  const { min = 1, max } = rule;
  const length = rule.is === 'words' ? [...graphemes.segment(value)].length : value.length;
  if (length === 0 && min > 0) return absent(property, 'must not be empty', 'empty');
  if (length > max) return tooLong(length, max, property);
  const isWrong = (rule.matches && !rule.matches.test(value)) || rule.refuse?.(value);
  const plainly = rule.hint ? `must be ${rule.hint}` : 'is not taken here';
  const format = ruleOf(rule.example ? 'format' : 'other', { example: rule.example ?? '' });
  return isWrong ? [{ message: 'invalid value', property, plainly, rule: format }] : [];
}

function checkUrl(value: unknown, rule: Only<'url'>, property: string): Finding[] {
  const { max = 2000, schemes = ['https:'] } = rule;
  // Addresses have to be percent-encoded UTF-8.
  const readable = typeof value === 'string' && URL.canParse(value) && isEncoded(value);
  if (!readable || !schemes.includes(new URL(value).protocol)) {
    const begins = schemes.length === 1 ? `${schemes[0]}//` : schemes.join(' or ');
    const plainly = `must be an address that begins with ${begins}, with other than plain letters percent-encoded`;
    return [{ message: 'invalid uri', property, plainly, rule: ruleOf('link', { schemes: begins }) }];
  }
  return value.length > max ? tooLong(value.length, max, property) : [];
}

/** As the strict reading of addresses (RFC 3986) has it, which browsers are too kind for. */
function isEncoded(address: string): boolean {
  return /^[\x21-\x7e]+$/.test(address) && !/[|^`{}\\"<>]|%(?![0-9a-fA-F]{2})/.test(address);
}

function checkNumber(value: unknown, rule: Only<'number'>, property: string): Finding[] {
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  if (!isNumber || (rule.whole && !Number.isInteger(value)))
    return rule.whole
      ? unreadable(property, 'must be a whole number', 'not_whole_number')
      : unreadable(property, 'must be a number', 'not_number');
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = rule;
  if (value < from)
    return [
      {
        message: `must be greater than or equal to ${from}`,
        property,
        plainly: `must be ${from} or more`,
        rule: ruleOf('too_small', { from }),
      },
    ];
  return value > to
    ? [
        {
          message: `must be less than or equal to ${to}`,
          property,
          plainly: `must be ${to} or less`,
          rule: ruleOf('too_large', { to }),
        },
      ]
    : [];
}

function checkList(value: unknown, { min = 1, max, of }: Only<'list'>, property: string): Finding[] {
  if (value !== undefined && !Array.isArray(value))
    return unreadable(property, 'must be a list, as [ … ]', 'not_list');
  const items: readonly unknown[] = value ?? [];
  if (items.length < min || items.length > max) {
    const plainly = `must have ${min} to ${max} items, and has ${items.length}`;
    const rule = ruleOf('list_size', { min, max, number: items.length });
    return [{ message: `Size must be between ${min} and ${max}`, property, plainly, rule }];
  }
  return items.flatMap((item, index) => check(item, of, `${property}[${index}]`));
}

export function checkObject(value: unknown, rules: Fields, property: string): Finding[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return notAnObject(property);
  const given = fieldsOf(value);
  const unknown = Object.keys(given).filter((name) => !(name in rules) && !(`${name}?` in rules));
  const wrong = Object.entries(rules).flatMap(([name, rule]) => {
    const plain = name.replace(/\?$/, '');
    const path = `${property}.${plain}`;
    if (given[plain] !== undefined) return check(given[plain], rule, path);
    return plain === name ? absent(path, 'is missing', 'missing') : [];
  });
  const stray = unknown.flatMap((name) =>
    unreadable(`${property}.${name}`, 'is no property that LINE knows here', 'unknown_property'),
  );
  return [...stray, ...wrong];
}

function checkMap(value: unknown, rule: Only<'map'>, property: string): Finding[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return notAnObject(property);
  const entries = Object.entries(value);
  if (entries.length > rule.most) {
    const plainly = `must have at most ${rule.most} entries`;
    return [
      {
        message: `Size must be between 0 and ${rule.most}`,
        property,
        plainly,
        rule: ruleOf('too_many_entries', { max: rule.most }),
      },
    ];
  }
  return entries.flatMap(([name, each]) =>
    name.length > rule.keyLength
      ? tooLong(name.length, rule.keyLength, `${property}.${name}`)
      : check(each, rule.of, `${property}.${name}`),
  );
}

/** What holds between fields is only asked when each of them is right. */
function checkAgreement(value: unknown, rule: Only<'agreeing'>, property: string): Finding[] {
  const found = check(value, rule.of, property);
  if (found.length > 0) return found;
  const wrong = rule.check(fieldsOf(value));
  if (wrong === null) return [];
  const path = [property, wrong.property].filter(Boolean).join('.');
  const { message, code = 'other', values = {} } = wrong;
  return [{ message, property: path, plainly: message, rule: ruleOf(code, values) }];
}

function checkKind(value: unknown, kinds: Kinds, property: string): Finding[] {
  if (typeof value !== 'object' || value === null) return notAnObject(property);
  const { type } = fieldsOf(value);
  if (type === undefined) return absent(`${property}.type`, 'is missing', 'missing');
  const rules = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (!rules) return notOneOf(Object.keys(kinds), `${property}.type`);
  return checkObject(value, { ...rules, type: { is: 'one of', values: [String(type)] } }, property);
}

type Code = NativeRule['code'];
const ruleOf = (code: Code, values: NativeRule['values'] = {}): NativeRule => ({ code, values });

const unreadable = (property: string, plainly: string, code: Code): Finding[] => [
  { message: UNREADABLE, property, plainly, rule: ruleOf(code) },
];
const notAnObject = (property: string): Finding[] =>
  unreadable(property, 'must be an object, as { … }', 'not_object');
const absent = (property: string, plainly: string, code: Code): Finding[] => [
  { message: 'May not be empty', property, plainly, rule: ruleOf(code) },
];
const tooLong = (length: number, max: number, property: string): Finding[] => [
  {
    message: `Length must be between 0 and ${max}`,
    property,
    plainly: `may have at most ${max} characters, and has ${length}`,
    rule: ruleOf('too_long', { max, length }),
  },
];
const notOneOf = (values: readonly (string | number)[], property: string): Finding[] => [
  {
    message: `Must be one of the following values: [${values.join(', ')}]`,
    property,
    plainly: values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(', ')}`,
    rule: ruleOf('one_of', { values: values.join(', ') }),
  },
];

function tooLarge(value: unknown, bytes: number, property: string): Finding[] {
  const size = (count: number): string => `${Math.ceil(count / 1024)} KB`;
  const [max, is] = [size(bytes), size(sizeOf(value))];
  const plainly = `may weigh at most ${max}, and weighs ${is}`;
  return [{ message: 'is too large', property, plainly, rule: ruleOf('too_heavy', { max, size: is }) }];
}

const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value) ?? '').length;
