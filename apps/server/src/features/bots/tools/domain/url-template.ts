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

export type FilledUrl =
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
