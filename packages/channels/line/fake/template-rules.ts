import { defaultAction, imageColumnAction, templateAction } from './action-rules.ts';
import {
  type Agreement,
  color,
  type Fields,
  https,
  type Kinds,
  list,
  object,
  oneOf,
  type Rule,
  words,
} from './rules.ts';

const picture = {
  'imageAspectRatio?': oneOf('rectangle', 'square'),
  'imageSize?': oneOf('cover', 'contain'),
} satisfies Fields;
const head = {
  'thumbnailImageUrl?': https,
  'imageBackgroundColor?': color,
  'title?': words(40),
  'defaultAction?': defaultAction,
} satisfies Fields;

const has = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name);
const isLong = (value: unknown): boolean =>
  typeof value === 'string' && [...new Intl.Segmenter().segment(value)].length > 60;

/** A title or picture leaves room for 60 characters of text. */
const shortBeside: Agreement = (value) =>
  (has(value, 'title') || has(value, 'thumbnailImageUrl')) && isLong(value.text)
    ? { message: 'Length must be between 0 and 60', property: 'text' }
    : null;

/** Columns stand side by side, so they have the same parts. */
const alike: Agreement = ({ columns }) => {
  if (!Array.isArray(columns)) return null;
  const shapes = columns.map((column: Readonly<Record<string, unknown>>) => {
    const actions = Array.isArray(column.actions) ? column.actions.length : 0;
    return [actions, has(column, 'title'), has(column, 'thumbnailImageUrl')].join();
  });
  return new Set(shapes).size > 1
    ? { message: 'all columns must have the same actions, title and image', property: 'columns' }
    : null;
};

const column: Rule = {
  is: 'agreeing',
  check: shortBeside,
  of: object({ ...head, text: words(120), actions: list(templateAction, 3) }),
};

export const TEMPLATES: Kinds = {
  buttons: { ...picture, ...head, text: words(160), actions: list(templateAction, 4) },
  confirm: { text: words(240), actions: list(templateAction, 2, 2) },
  carousel: { ...picture, columns: list(column, 10) },
  image_carousel: { columns: list(object({ imageUrl: https, action: imageColumnAction }), 10) },
};

/** What holds between the fields of a template. */
export const TEMPLATE_AGREEMENT: Agreement = (value) => {
  if (value.type === 'buttons') return shortBeside(value);
  return value.type === 'carousel' ? alike(value) : null;
};
