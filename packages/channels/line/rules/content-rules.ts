import {
  type Agreement,
  color,
  defaultAction,
  type Fields,
  flexAction,
  flexButtonAction,
  https,
  imageColumnAction,
  type Kinds,
  kind,
  list,
  object,
  oneOf,
  type Rule,
  sized,
  templateAction,
  text,
  words,
  yesOrNo,
} from './rules.ts';

const KILOBYTE = 1024;
const SPACES = ['none', 'xs', 'sm', 'md', 'lg', 'xl', 'xxl'];
const SIZES = ['xxs', 'xs', 'sm', 'md', 'lg', 'xl', 'xxl', '3xl', '4xl', '5xl'];
/** One of the vendor's words, or pixels, or (where `percent`) a share. */
const length = (names: readonly string[], percent = false): Rule => ({
  is: 'text',
  max: 20,
  matches: new RegExp(`^(?:${names.join('|')}|\\d+(?:\\.\\d+)?px${percent ? '|\\d+(?:\\.\\d+)?%' : ''})$`),
  hint: [
    ...(names.length === 0 ? [] : [`one of ${names.join(', ')}`]),
    'pixels as 12px',
    ...(percent ? ['a share as 50%'] : []),
  ].join(', or '),
  example: [...names.slice(0, 3), '12px', ...(percent ? ['50%'] : [])].join(', '),
});
const space = length(SPACES);
const share = length(SPACES, true);
const flex: Rule = { is: 'number', from: 0, whole: true };
const ratio: Rule = {
  is: 'text',
  max: 20,
  matches: /^\d+(?:\.\d+)?:\d+(?:\.\d+)?$/,
  hint: 'two numbers as 20:13',
  example: '20:13',
};

const placed = {
  'flex?': flex,
  'margin?': space,
  'position?': oneOf('relative', 'absolute'),
  'offsetTop?': share,
  'offsetBottom?': share,
  'offsetStart?': share,
  'offsetEnd?': share,
} satisfies Fields;
const aligned = {
  'align?': oneOf('start', 'end', 'center'),
  'gravity?': oneOf('top', 'bottom', 'center'),
} satisfies Fields;
const lettering = {
  'size?': length(SIZES),
  'color?': color,
  'weight?': oneOf('regular', 'bold'),
  'style?': oneOf('normal', 'italic'),
  'decoration?': oneOf('none', 'underline', 'line-through'),
  'scaling?': yesOrNo,
} satisfies Fields;
const background = kind(() => ({
  linearGradient: {
    angle: text(10),
    startColor: color,
    endColor: color,
    'centerColor?': color,
    'centerPosition?': {
      is: 'text',
      max: 7,
      matches: /^(?:\d{1,2}(?:\.\d+)?|100(?:\.0+)?)%$/,
      hint: 'a share as 10%',
      example: '10%',
    },
  },
}));

const box: Fields = {
  ...placed,
  layout: oneOf('horizontal', 'vertical', 'baseline'),
  contents: list(
    { is: 'agreeing', of: kind(() => COMPONENTS), check: (value) => wrongInside(value) },
    1_000,
    0,
  ),
  'spacing?': space,
  'backgroundColor?': color,
  'borderColor?': color,
  'borderWidth?': length(['none', 'light', 'normal', 'medium', 'semi-bold', 'bold']),
  'cornerRadius?': space,
  'width?': length([], true),
  'maxWidth?': length([], true),
  'height?': length([], true),
  'maxHeight?': length([], true),
  'paddingAll?': share,
  'paddingTop?': share,
  'paddingBottom?': share,
  'paddingStart?': share,
  'paddingEnd?': share,
  'justifyContent?': oneOf(
    'center',
    'flex-start',
    'flex-end',
    'space-between',
    'space-around',
    'space-evenly',
  ),
  'alignItems?': oneOf('center', 'flex-start', 'flex-end'),
  'background?': background,
  'action?': flexAction,
};
const image: Fields = {
  ...placed,
  ...aligned,
  url: https,
  'size?': length([...SIZES, 'full'], true),
  'aspectRatio?': ratio,
  'aspectMode?': oneOf('fit', 'cover'),
  'backgroundColor?': color,
  'animated?': yesOrNo,
  'action?': flexAction,
};

const COMPONENTS: Kinds = {
  box,
  image,
  button: {
    ...placed,
    action: flexButtonAction,
    'gravity?': oneOf('top', 'bottom', 'center'),
    'color?': color,
    'style?': oneOf('primary', 'secondary', 'link'),
    'height?': oneOf('md', 'sm'),
    'adjustMode?': oneOf('shrink-to-fit'),
    'scaling?': yesOrNo,
  },
  text: {
    ...placed,
    ...aligned,
    ...lettering,
    'text?': text(2_000),
    'contents?': list(
      kind(() => ({ span: SPAN })),
      100,
    ),
    'wrap?': yesOrNo,
    'lineSpacing?': length([]),
    'maxLines?': flex,
    'adjustMode?': oneOf('shrink-to-fit'),
    'action?': flexAction,
  },
  icon: { ...placed, url: https, 'size?': length(SIZES), 'aspectRatio?': ratio, 'scaling?': yesOrNo },
  separator: { 'margin?': space, 'color?': color },
  filler: { 'flex?': flex },
};
/** Icons stand in lines of letters alone, and such lines hold nothing else. */
const IN_BASELINE = ['icon', 'text', 'filler'];

/** A text has words or spans; a box holds what its layout takes. */
const wrongInside: Agreement = (value) => {
  if (value.type === 'text' && value.text === undefined && value.contents === undefined)
    return { message: 'May not be empty', property: 'text' };
  return value.type === 'box' ? wrongInBox(value) : null;
};

const wrongInBox: Agreement = ({ layout, contents }) => {
  const inside: readonly { readonly type?: unknown }[] = Array.isArray(contents) ? contents : [];
  const index = inside.findIndex(({ type }) =>
    layout === 'baseline' ? !IN_BASELINE.includes(String(type)) : type === 'icon',
  );
  const message = layout === 'baseline' ? 'can not be in a baseline box' : 'must be in a baseline box';
  return index < 0 ? null : { message, property: `contents[${index}]` };
};

const SPAN: Fields = { ...lettering, text: text(2_000) };
const HERO: Kinds = {
  box,
  image,
  video: {
    url: https,
    previewUrl: https,
    altContent: kind(() => ({ box, image })),
    'aspectRatio?': ratio,
    'action?': flexAction,
  },
};

const block: Rule = { is: 'agreeing', of: kind(() => ({ box })), check: wrongInBox };
const style = object({ 'backgroundColor?': color, 'separator?': yesOrNo, 'separatorColor?': color });
const bubble: Fields = {
  'size?': oneOf('nano', 'micro', 'deca', 'hecto', 'kilo', 'mega', 'giga'),
  'direction?': oneOf('ltr', 'rtl'),
  'styles?': object({ 'header?': style, 'hero?': style, 'body?': style, 'footer?': style }),
  'header?': block,
  'hero?': kind(() => HERO),
  'body?': block,
  'footer?': block,
  'action?': flexAction,
};

/** A video stands in a bubble of its own only. */
const bubbleInCarousel: Fields = { ...bubble, 'hero?': kind(() => ({ box, image })) };

export const FLEX: Kinds = {
  bubble,
  carousel: {
    contents: list(
      sized(
        30 * KILOBYTE,
        kind(() => ({ bubble: bubbleInCarousel })),
      ),
      12,
    ),
  },
};

const BYTES: Readonly<Record<string, number>> = { bubble: 30 * KILOBYTE, carousel: 50 * KILOBYTE };

const ROOM_FOR_FILM = ['kilo', 'mega', 'giga'];

/** How heavy the whole may be, and that bubbles side by side are equally wide. */
export const FLEX_AGREEMENT: Agreement = (value) => {
  const most = BYTES[String(value.type)] ?? 0;
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  if (bytes > most)
    return {
      message: 'is too large',
      property: '',
      code: 'too_heavy',
      values: { max: `${Math.ceil(most / 1024)} KB`, size: `${Math.ceil(bytes / 1024)} KB` },
    };
  const { hero, size } = value;
  const isFilm = typeof hero === 'object' && hero !== null && 'type' in hero && hero.type === 'video';
  if (isFilm && !ROOM_FOR_FILM.includes(String(size ?? 'mega')))
    return {
      message: 'must be kilo, mega or giga for a video',
      property: 'size',
      code: 'video_size',
    };
  const bubbles = Array.isArray(value.contents) ? value.contents : [];
  const widths = new Set(bubbles.map(({ size = 'mega' }: { size?: unknown }) => size));
  return widths.size > 1
    ? {
        message: 'bubbles of a carousel must have the same size',
        property: 'contents',
        code: 'carousel_size',
      }
    : null;
};

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
