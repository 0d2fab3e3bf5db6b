import type { ToolValues } from './input-schema.ts';

const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_-]{0,39})\}/g;

/** Names between braces, each once. */
export const placeholdersOf = (template: string): string[] => [
  ...new Set([...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name)),
];

/** The address with something harmless in place of its parameters; null when it is none, or names no fixed host. */
export function sampleUrl(template: string): URL | null {
  const beforePath = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(template)?.[0];
  if (!beforePath || /[{}\\]/.test(beforePath)) return null;
  return URL.parse(template.replaceAll(PLACEHOLDER, 'x'));
}

type FilledUrl =
  | { readonly kind: 'ok'; readonly url: URL }
  | { readonly kind: 'wrong'; readonly detail: string };

/** Each value is one encoded piece: it can't add a segment, a query or a host, nor climb out of its path. */
export function fillUrl(template: string, values: ToolValues): FilledUrl {
  const sample = sampleUrl(template);
  if (!sample) return { kind: 'wrong', detail: 'the address is not valid' };
  const missing = placeholdersOf(template).find((name) => String(values[name] ?? '') === '');
  if (missing) return { kind: 'wrong', detail: `${missing}: missing` };
  const url = URL.parse(
    template.replaceAll(PLACEHOLDER, (_all, name: string) => encodePiece(String(values[name]))),
  );
  const isSame = url?.origin === sample.origin && segments(url) === segments(sample);
  return isSame ? { kind: 'ok', url } : { kind: 'wrong', detail: 'a value would change the address' };
}

/** A lone half of a pair of surrogates has no encoding. */
const encodePiece = (value: string): string => encodeURIComponent(value.toWellFormed());

/** `.` and `..` are taken out by the parser, so the count tells. */
const segments = (url: URL): number => url.pathname.split('/').length;

const WHOLE = /^\{([A-Za-z_][A-Za-z0-9_-]{0,39})\}$/;
const INSIDE = /\{([A-Za-z_][A-Za-z0-9_-]{0,39})\}/g;

/** The template as JSON; undefined when it is none. */
export function parseTemplate(template: string): unknown {
  try {
    return JSON.parse(template);
  } catch {
    return undefined;
  }
}

/** Names between braces anywhere in the template's texts. */
export const namesInBody = (template: string): string[] => [
  ...new Set([...template.matchAll(INSIDE)].map(([, name = '']) => name)),
];

/**
 * Puts values into the parsed template, so that a quote in a value stays a letter. A text that is one placeholder
 * becomes the value with its type, and goes when there is none; within other text it is written out.
 */
export function fillBody(template: unknown, values: ToolValues): unknown {
  if (typeof template === 'string') return fillText(template, values);
  if (Array.isArray(template)) {
    return template.map((each) => fillBody(each, values)).filter((each) => each !== undefined);
  }
  if (typeof template !== 'object' || template === null) return template;
  const members = Object.entries(template).map(([name, each]) => [name, fillBody(each, values)] as const);
  return Object.fromEntries(members.filter(([, each]) => each !== undefined));
}

function fillText(text: string, values: ToolValues): unknown {
  const name = WHOLE.exec(text)?.[1];
  if (name !== undefined && Object.hasOwn(values, name)) return values[name];
  return text.replaceAll(INSIDE, (all, each: string) =>
    Object.hasOwn(values, each) ? String(values[each] ?? '') : all,
  );
}

type Step = { readonly kind: 'member'; readonly name: string } | { readonly kind: 'each' };

const FOUND_MAX = 100;
const STEP = /^(?:\.?([^.[\]'"*\s]+)|\.?\*|\[\*\]|\[(\d{1,6})\]|\['([^']*)'\]|\["([^"]*)"\])/;

/** Steps of a path like `$.items[0].price`, `items[*].name` or `['total price']`; null when it is not one. */
export function parsePath(path: string): readonly Step[] | null {
  let rest = path.trim().replace(/^\$/, '');
  const steps: Step[] = [];
  while (rest !== '') {
    const found = STEP.exec(rest);
    if (!found) return null;
    const name = found[1] ?? found[2] ?? found[3] ?? found[4];
    steps.push(name === undefined ? { kind: 'each' } : { kind: 'member', name });
    rest = rest.slice(found[0].length);
  }
  return steps;
}

/** What is there; undefined when nothing is. A path with `*` gives a list. */
export function readPath(value: unknown, path: string): unknown {
  const steps = parsePath(path);
  if (!steps) return undefined;
  let found: unknown[] = [value];
  for (const step of steps) found = found.flatMap((each) => stepInto(each, step)).slice(0, FOUND_MAX);
  return steps.some(({ kind }) => kind === 'each') ? found : found[0];
}

function stepInto(value: unknown, step: Step): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (step.kind === 'each') return Object.values(value);
  return Object.hasOwn(value, step.name) ? [Reflect.get(value, step.name)] : [];
}
