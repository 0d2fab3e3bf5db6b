import type { NativeRule } from '@hanasu/contract/message-content';

/** What is accepted, as data. Lengths count UTF-16 units (`text`) or grapheme clusters (`words`). */
export type Rule =
  | {
      readonly is: 'text' | 'words';
      readonly min?: number;
      readonly max: number;
      readonly matches?: RegExp;
      /** True for what may not be said. */
      readonly refuse?: (value: string) => boolean;
      /** What `matches` asks for, for people: “a colour such as #06C755”. */
      readonly hint?: string;
      /** A value that is right, for people of any language. */
      readonly example?: string;
    }
  | { readonly is: 'url'; readonly max?: number; readonly schemes?: readonly string[] }
  | { readonly is: 'number'; readonly from?: number; readonly to?: number; readonly whole?: boolean }
  | { readonly is: 'yes or no' }
  | { readonly is: 'one of'; readonly values: readonly (string | number)[] }
  | { readonly is: 'list'; readonly min?: number; readonly max: number; readonly of: Rule }
  | { readonly is: 'object'; readonly fields: Fields }
  /** Names of the sender's own choice. */
  | { readonly is: 'map'; readonly most: number; readonly keyLength: number; readonly of: Rule }
  /** Looked up by the object's `type`. */
  | { readonly is: 'kind'; readonly of: () => Kinds }
  /** No more than so many bytes of JSON, on top of `of`. */
  | { readonly is: 'sized'; readonly bytes: number; readonly of: Rule }
  /** Something between the fields of an object, on top of `of`. */
  | { readonly is: 'agreeing'; readonly of: Rule; readonly check: Agreement };

/** What is wrong between the fields; null when nothing is. */
export type Agreement = (value: Readonly<Record<string, unknown>>) => {
  readonly message: string;
  readonly property: string;
  readonly code?: NativeRule['code'];
  readonly values?: NativeRule['values'];
} | null;

/** A name ending in `?` may be absent. */
export type Fields = Readonly<Record<string, Rule>>;
export type Kinds = Readonly<Record<string, Fields>>;

export const text = (max: number, min = 1): Rule => ({ is: 'text', min, max });
export const words = (max: number, min = 1): Rule => ({ is: 'words', min, max });
export const list = (of: Rule, max: number, min = 1): Rule => ({ is: 'list', of, min, max });
export const object = (fields: Fields): Rule => ({ is: 'object', fields });
export const oneOf = (...values: (string | number)[]): Rule => ({ is: 'one of', values });
export const kind = (of: () => Kinds): Rule => ({ is: 'kind', of });
export const sized = (bytes: number, of: Rule): Rule => ({ is: 'sized', bytes, of });
export const https: Rule = { is: 'url' };
/** Pixels, and places in a text: the vendor reads no fractions there. */
export const whole: Rule = { is: 'number', from: 0, whole: true };
export const yesOrNo: Rule = { is: 'yes or no' };
export const color: Rule = {
  is: 'text',
  max: 9,
  matches: /^#[0-9a-fA-F]{6}(?:[0-9a-fA-F]{2})?$/,
  hint: 'a colour such as #06C755',
  example: '#06C755',
};

const SCHEMES = ['http:', 'https:', 'line:', 'tel:'];
export const link: Rule = { is: 'url', max: 1000, schemes: SCHEMES };
const date: Rule = { is: 'text', max: 20, matches: /^[\d:tT-]+$/ };

/** As RFC 3339 has them; days from 1900 to 2100. */
const DAY = '(?:(?:19|20)\\d{2}|2100)-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])';
const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const PICKED: Readonly<Record<string, RegExp>> = {
  date: new RegExp(`^${DAY}$`),
  time: new RegExp(`^${CLOCK}$`),
  datetime: new RegExp(`^${DAY}[tT]${CLOCK}$`),
};
/** A date picker's values have the format of its mode, and `min` lies before `max` (Messaging API reference). */
const PICKER_AGREEMENT: Agreement = ({ type, mode, ...values }) => {
  const format = type === 'datetimepicker' ? PICKED[String(mode)] : undefined;
  if (!format) return null;
  const wrong = ['initial', 'max', 'min'].find((name) => {
    const value = values[name];
    return typeof value === 'string' && !format.test(value);
  });
  if (wrong) return { message: 'invalid value', property: wrong };
  const { min, max } = values;
  const isInOrder = typeof min !== 'string' || typeof max !== 'string' || min < max;
  return isInOrder ? null : { message: 'must be greater than min', property: 'max' };
};
const action = (of: () => Kinds): Rule => ({ is: 'agreeing', of: kind(of), check: PICKER_AGREEMENT });

/** Actions whose label follows the place they stand in. */
function actionsWith(label: Fields): Kinds {
  return {
    postback: {
      ...label,
      data: text(300, 0),
      'displayText?': words(300),
      'text?': words(300),
      'inputOption?': oneOf('closeRichMenu', 'openRichMenu', 'openKeyboard', 'openVoice'),
      'fillInText?': words(300),
    },
    message: { ...label, text: words(300) },
    uri: { ...label, uri: link, 'altUri?': object({ desktop: link }) },
    datetimepicker: {
      ...label,
      data: text(300, 0),
      mode: oneOf('date', 'time', 'datetime'),
      'initial?': date,
      'max?': date,
      'min?': date,
    },
    clipboard: { ...label, clipboardText: text(1000) },
  };
}

const QUICK_LABEL = { label: words(20) } satisfies Fields;
/** The camera and the place can be asked for here only. */
const quickReply: Kinds = {
  ...actionsWith(QUICK_LABEL),
  camera: QUICK_LABEL,
  cameraRoll: QUICK_LABEL,
  location: QUICK_LABEL,
};
export const quickReplyAction = action(() => quickReply);

const template = actionsWith({ label: words(20) });
const unlabelled = actionsWith({ 'label?': words(20) });
const menu: Kinds = {
  ...unlabelled,
  richmenuswitch: {
    'label?': words(20),
    richMenuAliasId: { is: 'text', max: 32, matches: /^[a-z0-9_-]{1,32}$/ },
    data: text(300, 0),
  },
};
const imageColumn = actionsWith({ 'label?': words(12) });
const button = actionsWith({ label: words(40) });
const tapped = actionsWith({ 'label?': words(40) });

export const templateAction = action(() => template);
export const defaultAction = action(() => unlabelled);
/** Only a menu can change to another one. */
export const richMenuAction = action(() => menu);
export const imageColumnAction = action(() => imageColumn);
/** A flex button shows its label; other flex components are only tapped. */
export const flexButtonAction = action(() => button);
export const flexAction = action(() => tapped);

export const area = object({ x: whole, y: whole, width: whole, height: whole });

export const IMAGEMAP_ACTIONS: Kinds = {
  uri: { linkUri: link, 'label?': words(100), area },
  message: { text: text(400), 'label?': words(100), area },
  clipboard: { clipboardText: text(1000), 'label?': words(100), area },
};
