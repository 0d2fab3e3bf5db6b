/** A part of sanitised HTML. Attributes have their values as they stand there, escaped. */
export type Token =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly tag: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'close'; readonly tag: string };

/** Tags without content. */
export const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"]*")*)(?: \/)?>|[^<]+/g;
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/g;

/** Reads what `sanitise-html` writes, and nothing else: `<` and `"` stand there only as markup. */
export const tokensOf = (html: string): Token[] =>
  [...html.matchAll(TOKEN)].map(([text, slash, tag, attributes = '']): Token => {
    if (tag === undefined) return { kind: 'text', text };
    if (slash) return { kind: 'close', tag };
    const pairs = [...attributes.matchAll(ATTRIBUTE)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    return { kind: 'open', tag, attributes: new Map(pairs) };
  });

export const writeOpen = (tag: string, attributes: Iterable<readonly [string, string]> = []): string =>
  `<${tag}${[...attributes].map(([name, value]) => ` ${name}="${value}"`).join('')}>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};
const decode = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? '');

/** Tags that stand within a line of text. */
const INLINE: ReadonlySet<string> = new Set(['a', 'code', 'em', 'mark', 's', 'strong', 'sub', 'sup', 'u']);

/** What can be read in sanitised HTML, one for each paragraph, item or cell. */
export const linesOf = (html: string): string[] =>
  tokensOf(html)
    .map((token) => {
      if (token.kind === 'text') return decode(token.text).replaceAll(/\s+/g, ' ');
      return INLINE.has(token.tag) ? '' : '\n';
    })
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The same in one line. */
export const textOf = (html: string): string => linesOf(html).join(' ').replaceAll(/\s+/g, ' ');

/** Ids of the pictures that sanitised HTML shows. */
export const mediaIdsOf = (html: string): string[] => [
  ...new Set(
    tokensOf(html).flatMap((token) => (token.kind === 'open' && token.attributes.get('data-media')) || []),
  ),
];
