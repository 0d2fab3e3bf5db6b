import {
  type Fields,
  fieldsOf,
  listOf,
  type ShownButton,
  type ShownCard,
  type ShownCell,
  urlOf,
  wordsOf,
} from '../spec/shown-payload.ts';

/** What can be tapped of an action object; one that only a real phone can do is a button without effect. */
export function readButton(given: unknown): ShownButton[] {
  const action = fieldsOf(given);
  const label = wordsOf(action.label) ?? wordsOf(action.displayText) ?? wordsOf(action.text) ?? '';
  switch (action.type) {
    case 'uri': {
      const url = urlOf(action.uri);
      return [{ label: label || (url ?? ''), ...(url === null ? {} : { url }) }];
    }
    case 'message':
      return [{ label, text: wordsOf(action.text) ?? label }];
    case 'postback': {
      const text = wordsOf(action.displayText) ?? wordsOf(action.text);
      return [{ label, data: wordsOf(action.data) ?? '', ...(text === null ? {} : { text }) }];
    }
    default:
      return label === '' ? [] : [{ label }];
  }
}

interface Part {
  readonly rows: readonly (readonly ShownCell[])[];
  readonly images: readonly string[];
  readonly buttons: readonly ShownButton[];
}
const EMPTY: Part = { rows: [], images: [], buttons: [] };
const MOST_DEPTH = 10;

/** A freely laid out card as its picture, its lines from top to bottom, and its buttons. */
export function readBubble({ header, hero, body, footer, action }: Fields): ShownCard {
  const part = joined([header, hero, body, footer].map((block) => readPart(fieldsOf(block), 0)));
  const [tapped] = action === undefined ? [] : readButton(action);
  return {
    title: '',
    subtitle: '',
    imageUrl: part.images[0] ?? null,
    url: tapped?.url ?? null,
    rows: part.rows,
    buttons: part.buttons,
  };
}

function readPart(component: Fields, depth: number): Part {
  if (depth > MOST_DEPTH) return EMPTY;
  switch (component.type) {
    case 'text':
      return { ...EMPTY, rows: [[readCell(component)]] };
    case 'button':
      return { ...EMPTY, buttons: readButton(component.action) };
    case 'image': {
      const url = urlOf(component.url);
      return { ...EMPTY, images: url === null ? [] : [url] };
    }
    case 'video':
      return readPart(fieldsOf(component.altContent), depth + 1);
    case 'box':
      return readBox(component, depth);
    default:
      return EMPTY;
  }
}

function readBox({ layout, contents, action }: Fields, depth: number): Part {
  const inner = listOf(contents);
  const areCells = layout !== 'vertical' && inner.every(({ type }) => type === 'text');
  const [tapped] = action === undefined ? [] : readButton(action);
  if (areCells && inner.length > 0)
    return { ...EMPTY, rows: [inner.map((cell) => readCell(cell, tapped?.url))] };
  const part = joined(inner.map((component) => readPart(component, depth + 1)));
  const isButton = tapped !== undefined && tapped.label !== '';
  return isButton ? { ...part, buttons: [...part.buttons, tapped] } : part;
}

const joined = (parts: readonly Part[]): Part => ({
  rows: parts.flatMap(({ rows }) => rows),
  images: parts.flatMap(({ images }) => images),
  buttons: parts.flatMap(({ buttons }) => buttons),
});

function readCell({ text, contents, weight, action }: Fields, boxUrl?: string): ShownCell {
  const spans = listOf(contents).map((span) => wordsOf(span.text) ?? '');
  const [tapped] = action === undefined ? [] : readButton(action);
  return {
    text: wordsOf(text) ?? spans.join(''),
    isStrong: weight === 'bold',
    url: tapped?.url ?? boxUrl ?? null,
  };
}
