import type { ShownShape, ShownStyle } from '../spec/shown-payload.ts';
import { type Fields, fieldsOf, listOf, type ShownButton, urlOf, wordsOf } from '../spec/shown-payload.ts';
import { readButton } from './read-button.ts';

/** In pixels, as the vendor's application draws them. */
const BUBBLES: Table = { nano: 120, micro: 160, deca: 220, hecto: 241, kilo: 260, mega: 300, giga: 386 };
const LETTERS: Table = {
  xxs: 11,
  xs: 13,
  sm: 14,
  md: 16,
  lg: 19,
  xl: 22,
  xxl: 29,
  '3xl': 35,
  '4xl': 48,
  '5xl': 74,
};
const SPACES: Table = { none: 0, xs: 2, sm: 4, md: 8, lg: 12, xl: 16, xxl: 20 };
const PICTURES: Table = {
  xxs: 40,
  xs: 60,
  sm: 80,
  md: 100,
  lg: 120,
  xl: 140,
  xxl: 160,
  '3xl': 180,
  '4xl': 200,
  '5xl': 220,
};
const BORDERS: Table = { none: 0, light: 0.5, normal: 1, medium: 2, 'semi-bold': 3, bold: 4 };
type Table = Readonly<Record<string, number>>;

const MOST_DEPTH = 12;
const GREEN = '#06c755';
const NEVER_GROWS = ['separator', 'icon', 'filler'];

/** A bubble as LINE draws it; null when nothing of it can be read. */
export function readBubble(bubble: Fields): ShownShape | null {
  if (bubble.type !== 'bubble') return null;
  const { size, styles, header, hero, body, footer, action } = bubble;
  const looks = fieldsOf(styles);
  const blocks = [
    { part: header, look: looks.header, padding: '20px' },
    { part: hero, look: looks.hero, padding: '0' },
    { part: body, look: looks.body, padding: '20px', grows: true },
    { part: footer, look: looks.footer, padding: '10px' },
  ].flatMap(readBlock);
  if (blocks.length === 0) return null;
  const width = BUBBLES[String(size ?? 'mega')] ?? BUBBLES.mega ?? 0;
  return {
    kind: 'box',
    style: {
      display: 'flex',
      flexDirection: 'column',
      position: 'relative',
      width: `${width}px`,
      minHeight: '100%',
    },
    inside: blocks,
    ...tapOf(action),
  };
}

interface Block {
  readonly part: unknown;
  readonly look: unknown;
  readonly padding: string;
  readonly grows?: boolean;
}

function readBlock({ part, look, padding, grows }: Block): ShownShape[] {
  const { backgroundColor, separator, separatorColor } = fieldsOf(look);
  const [shape] = readPart(fieldsOf(part), { axis: 'column', first: true, spacing: 0, depth: 0 });
  if (!shape) return [];
  const style = {
    ...(shape.kind === 'box' ? { padding } : {}),
    ...colorStyle('backgroundColor', backgroundColor),
    ...(separator === true ? { borderTop: `1px solid ${colorOf(separatorColor) ?? '#d4d6da'}` } : {}),
    ...shape.style,
    ...(grows ? { flex: '1 0 auto' } : { flex: '0 0 auto' }),
  };
  return [{ ...shape, style }];
}

interface Place {
  readonly axis: 'row' | 'column';
  readonly first: boolean;
  readonly spacing: number;
  readonly depth: number;
}

function readPart(part: Fields, place: Place): ShownShape[] {
  if (place.depth > MOST_DEPTH) return [];
  const style = placedStyle(part, place);
  switch (part.type) {
    case 'box':
      return [readBox(part, style, place.depth)];
    case 'text':
      return readText(part, style);
    case 'image':
      return [readPicture(part, style)];
    case 'icon':
      return [{ kind: 'picture', style: { ...style, ...iconStyle(part) }, url: urlOf(part.url) }];
    case 'video':
      return readPart(fieldsOf(part.altContent), { ...place, depth: place.depth + 1 });
    case 'button':
      return readFlexButton(part, style);
    case 'separator':
      return [{ kind: 'space', style: { ...style, ...lineStyle(part, place.axis) } }];
    case 'filler':
      return [{ kind: 'space', style: { ...style, flex: `${numberOf(part.flex) ?? 1} 1 0` } }];
    default:
      return [];
  }
}

/** How it stands beside its neighbours. */
function placedStyle(part: Fields, { axis, first, spacing }: Place): ShownStyle {
  const { flex, margin, position, type } = part;
  if (position === 'absolute')
    return {
      position: 'absolute',
      ...sideStyle('top', part.offsetTop),
      ...sideStyle('bottom', part.offsetBottom),
      ...sideStyle('insetInlineStart', part.offsetStart),
      ...sideStyle('insetInlineEnd', part.offsetEnd),
    };
  const before = first ? null : (lengthOf(margin, SPACES) ?? `${spacing}px`);
  const share = numberOf(flex) ?? (axis === 'row' && !NEVER_GROWS.includes(String(type)) ? 1 : 0);
  const isSized = part.width !== undefined && flex === undefined;
  return {
    flex: share === 0 || isSized ? '0 0 auto' : `${share} ${share} ${axis === 'row' ? '0' : 'auto'}`,
    minWidth: 0,
    ...(before === null ? {} : { [axis === 'row' ? 'marginInlineStart' : 'marginTop']: before }),
    position: 'relative',
    ...sideStyle('top', part.offsetTop),
    ...sideStyle('insetInlineStart', part.offsetStart),
  };
}

const sideStyle = (side: string, given: unknown): ShownStyle => {
  const length = lengthOf(given, SPACES);
  return length === null ? {} : { [side]: length };
};

function readBox(box: Fields, style: ShownStyle, depth: number): ShownShape {
  const axis = box.layout === 'horizontal' || box.layout === 'baseline' ? 'row' : 'column';
  const spacing = Number.parseFloat(lengthOf(box.spacing, SPACES) ?? '0');
  let first = true;
  const inside = listOf(box.contents).flatMap((part) => {
    const read = readPart(part, { axis, first, spacing, depth: depth + 1 });
    if (part.position !== 'absolute' && read.length > 0) first = false;
    return read;
  });
  const width = lengthOf(box.borderWidth, BORDERS);
  const own: ShownStyle = {
    display: 'flex',
    flexDirection: axis,
    ...(box.layout === 'baseline' ? { alignItems: 'baseline' } : {}),
    ...wordStyle('alignItems', box.alignItems, ALIGNED),
    ...wordStyle('justifyContent', box.justifyContent, JUSTIFIED),
    ...sideStyle('padding', box.paddingAll),
    ...sideStyle('paddingTop', box.paddingTop),
    ...sideStyle('paddingBottom', box.paddingBottom),
    ...sideStyle('paddingInlineStart', box.paddingStart),
    ...sideStyle('paddingInlineEnd', box.paddingEnd),
    ...sideStyle('width', box.width),
    ...sideStyle('maxWidth', box.maxWidth),
    ...sideStyle('height', box.height),
    ...sideStyle('maxHeight', box.maxHeight),
    ...colorStyle('backgroundColor', box.backgroundColor),
    ...gradientStyle(fieldsOf(box.background)),
    ...(width === null ? {} : { border: `${width} solid ${colorOf(box.borderColor) ?? '#000000'}` }),
    ...(box.cornerRadius === undefined ? {} : { borderRadius: lengthOf(box.cornerRadius, SPACES) ?? '0' }),
    ...(box.cornerRadius === undefined ? {} : { overflow: 'hidden' }),
  };
  return { kind: 'box', style: { ...style, ...own }, inside, ...tapOf(box.action) };
}
const ALIGNED = ['center', 'flex-start', 'flex-end'];
const JUSTIFIED = [...ALIGNED, 'space-between', 'space-around', 'space-evenly'];

function readText(part: Fields, style: ShownStyle): ShownShape[] {
  const spans = listOf(part.contents).map((span) => ({
    text: wordsOf(span.text) ?? '',
    style: letterStyle(span),
  }));
  const words = wordsOf(part.text);
  if (spans.length === 0 && words === null) return [];
  const most = numberOf(part.maxLines) ?? 0;
  const wraps = part.wrap === true;
  const own: ShownStyle = {
    fontSize: `${LETTERS.md}px`,
    lineHeight: 1.4,
    color: '#111111',
    ...letterStyle(part),
    ...wordStyle('textAlign', part.align, ['start', 'end', 'center']),
    ...gravityStyle(part.gravity),
    ...(wraps
      ? { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }
      : { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }),
    ...(wraps && most > 0
      ? { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: most, overflow: 'hidden' }
      : {}),
  };
  const shown = spans.length > 0 ? spans : [{ text: words ?? '', style: {} }];
  return [{ kind: 'words', style: { ...style, ...own }, spans: shown, ...tapOf(part.action) }];
}

function letterStyle({ size, color, weight, style, decoration }: Fields): ShownStyle {
  const letters = lengthOf(size, LETTERS);
  return {
    ...(letters === null ? {} : { fontSize: letters }),
    ...colorStyle('color', color),
    ...(weight === 'bold' ? { fontWeight: 700 } : {}),
    ...(style === 'italic' ? { fontStyle: 'italic' } : {}),
    ...(decoration === 'underline' || decoration === 'line-through' ? { textDecoration: decoration } : {}),
  };
}

const gravityStyle = (gravity: unknown): ShownStyle =>
  gravity === 'center' ? { alignSelf: 'center' } : gravity === 'bottom' ? { alignSelf: 'flex-end' } : {};

function readPicture(part: Fields, style: ShownStyle): ShownShape {
  const width = part.size === 'full' ? '100%' : (lengthOf(part.size ?? 'md', PICTURES) ?? '100px');
  const align = part.align === 'start' ? 'flex-start' : part.align === 'end' ? 'flex-end' : 'center';
  const own: ShownStyle = {
    width,
    maxWidth: '100%',
    ...(width === '100%' ? {} : { alignSelf: align }),
    aspectRatio: ratioOf(part.aspectRatio),
    objectFit: part.aspectMode === 'cover' ? 'cover' : 'contain',
    ...colorStyle('backgroundColor', part.backgroundColor),
  };
  return { kind: 'picture', style: { ...style, ...own }, url: urlOf(part.url), ...tapOf(part.action) };
}

const iconStyle = ({ size, aspectRatio }: Fields): ShownStyle => ({
  height: lengthOf(size ?? 'md', LETTERS) ?? '16px',
  aspectRatio: ratioOf(aspectRatio),
  objectFit: 'contain',
});

function readFlexButton(part: Fields, style: ShownStyle): ShownShape[] {
  const [tap] = readButton(part.action);
  if (!tap) return [];
  const color = colorOf(part.color);
  const look: ShownStyle =
    part.style === 'primary'
      ? { backgroundColor: color ?? GREEN, color: '#ffffff' }
      : part.style === 'secondary'
        ? { backgroundColor: color ?? '#dcdfe5', color: '#111111' }
        : { color: color ?? '#42659a' };
  const height = part.height === 'sm' ? '40px' : '52px';
  return [
    { kind: 'button', style: { ...style, minHeight: height, ...gravityStyle(part.gravity), ...look }, tap },
  ];
}

const lineStyle = ({ color }: Fields, axis: 'row' | 'column'): ShownStyle => ({
  [axis === 'row' ? 'width' : 'height']: '1px',
  backgroundColor: colorOf(color) ?? '#d4d6da',
});

function gradientStyle({
  type,
  angle,
  startColor,
  endColor,
  centerColor,
  centerPosition,
}: Fields): ShownStyle {
  const [from, to] = [colorOf(startColor), colorOf(endColor)];
  const turn = typeof angle === 'string' && /^\d{1,3}(?:\.\d+)?deg$/.test(angle) ? angle : null;
  if (type !== 'linearGradient' || from === null || to === null || turn === null) return {};
  const centre = colorOf(centerColor);
  const at = lengthOf(centerPosition, {}) ?? '50%';
  const colors = centre === null ? [from, to] : [from, `${centre} ${at}`, to];
  return { backgroundImage: `linear-gradient(${turn}, ${colors.join(', ')})` };
}

/** Only what is known goes into a style. */
function lengthOf(given: unknown, names: Table): string | null {
  if (typeof given !== 'string') return null;
  const named = Object.hasOwn(names, given) ? names[given] : undefined;
  if (named !== undefined) return `${named}px`;
  return /^\d{1,4}(?:\.\d{1,4})?(?:px|%)$/.test(given) ? given : null;
}

const colorOf = (given: unknown): string | null =>
  typeof given === 'string' && /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i.test(given) ? given : null;
const colorStyle = (name: string, given: unknown): ShownStyle => {
  const color = colorOf(given);
  return color === null ? {} : { [name]: color };
};
const wordStyle = (name: string, given: unknown, known: readonly string[]): ShownStyle =>
  typeof given === 'string' && known.includes(given) ? { [name]: given } : {};
const ratioOf = (given: unknown): string =>
  typeof given === 'string' && /^\d{1,6}(?:\.\d+)?:\d{1,6}(?:\.\d+)?$/.test(given)
    ? given.replace(':', ' / ')
    : '1 / 1';
const numberOf = (given: unknown): number | null =>
  typeof given === 'number' && given >= 0 && given < 1_000 ? given : null;

function tapOf(action: unknown): { readonly tap?: ShownButton } {
  const [tap] = action === undefined ? [] : readButton(action);
  return tap ? { tap } : {};
}

/** The first words in it, for those who don't see it. */
export function wordsOfShape(shape: ShownShape): string {
  if (shape.kind === 'words') return shape.spans.map(({ text }) => text).join('');
  if (shape.kind !== 'box') return '';
  return shape.inside.map(wordsOfShape).find((words) => words !== '') ?? '';
}
