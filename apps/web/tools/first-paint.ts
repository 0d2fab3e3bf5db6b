import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { LOCALES } from '@hanasu/contract/accounts';
import type { Plugin, Rolldown } from 'vite';
import { readWords } from './read-words.ts';

const WEB = resolve(import.meta.dirname, '..');
/** What runs before the first paint; inline in the page, since a file of its own costs a round trip. */
const SCRIPTS = ['color-mode.js', 'boot.js'];

/**
 * Writes into the page what its first paint needs: the scripts that would each be a request, which files each route
 * needs and what it asks the server first, the words of its outline, and the style sheets after the outline of the page, which then does not wait for them. The server allows
 * inline scripts by their hashes.
 */
export function firstPaint(): Plugin {
  return {
    name: 'hanasu:first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
        const parts = `globalThis.hanasuParts = ${JSON.stringify(partsOf(chunks))};`;
        const code = SCRIPTS.map((file) => readFileSync(`${WEB}/public/${file}`, 'utf8'));
        const inline = `<script>${[parts, ...code].join('\n').replaceAll('</', '<\\/')}</script>`;
        const tags = SCRIPTS.map((file) => `<script src="/${file}"></script>`);
        const styles = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
        const bare = [...tags, ...styles]
          .reduce((text, tag) => text.replace(tag, ''), html)
          .replace(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"');
        const said = await withWords(bare);
        return (
          said
            // After the tags of the page's own scripts, which are asked for first.
            .replace('</head>', () => `  ${inline}\n  </head>`)
            .replace('<div id="root">', () => `${styles.join('')}\n    <div id="root">`)
        );
      },
    },
  };
}

const WORDS = / data-words="([\w.]+)">/g;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** What the outline of a page says, in each language; it shows that of the page. */
async function withWords(html: string): Promise<string> {
  const all = await Promise.all(LOCALES.map(async (locale) => [locale, await readWords(locale)] as const));
  return html.replace(WORDS, (_all, key: string) => {
    const texts = all.map(([locale, words]) => {
      const text = key
        .split('.')
        .reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], words);
      if (typeof text !== 'string') throw new Error(`index.html: no words ${key} in ${locale}`);
      return `<span lang="${locale}">${text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)}</span>`;
    });
    return `>${texts.join('')}`;
  });
}

type Chunk = Rolldown.OutputChunk;
const LOADS_WORDS = /loadWords\(([^)]*)\)/;
const FIRST_CALLS = /firstCalls: \[([^\]]*)\]/;
const SHOWN = /shown: \{ app: '([^']+)', guest: '([^']+)' \}/;

/** Of each route, by numbers into `files`, what the page's own script does not bring along. */
function partsOf(chunks: readonly Chunk[]) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const closure = (name: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const imported of byName.get(name)?.imports ?? []) closure(imported, seen);
    return seen;
  };
  const entry = chunks.find(({ isEntry }) => isEntry);
  const shell = closure(entry?.fileName ?? '');
  const files: string[] = [];
  const withStyles = (names: Iterable<string>): string[] =>
    [...names].flatMap((name) => [name, ...(byName.get(name)?.viteMetadata?.importedCss ?? [])]);
  const before = new Set(withStyles(shell));
  const numbersOf = (chunk: Chunk): number[] =>
    withStyles(closure(chunk.fileName))
      .filter((name) => !before.has(name))
      .map((name) => {
        const file = basename(name);
        if (!files.includes(file)) files.push(file);
        return files.indexOf(file);
      });
  const filesOf = (module: string | undefined): number[] => {
    const chunk = module && chunks.find(({ moduleIds }) => moduleIds.includes(`${WEB}/src/${module}.tsx`));
    if (module && !chunk) throw new Error(`No file of the build holds ${module}.tsx`);
    return chunk ? numbersOf(chunk) : [];
  };
  const routes = chunks.flatMap((chunk) => {
    const [file, name] = /\/src\/routes\/(.*)\.tsx/.exec(chunk.facadeModuleId ?? '') ?? [];
    if (!name || !file) return [];
    const source = readFileSync(`${WEB}${file}`, 'utf8');
    const words = (LOADS_WORDS.exec(source)?.[1] ?? '').match(/[\w-]+/g) ?? [];
    const calls = (FIRST_CALLS.exec(source)?.[1] ?? '').match(/\/[^'"]+/g) ?? [];
    const [, app, guest] = SHOWN.exec(source) ?? [];
    const own = { words, calls, files: numbersOf(chunk), app: filesOf(app), guest: filesOf(guest) };
    const [layout = '', ...rest] = name.split('/');
    const isIn = layout.startsWith('_') ? `/${layout}` : null;
    const path = `/${(isIn ? rest.join('/') : name).replaceAll('.', '/').replace(/\/?index$/, '')}`;
    return [{ path, layout: isIn, ...own }];
  });
  const words = chunks.flatMap(({ fileName }) => {
    const [, part] = /^assets\/words-(.+-(?:en|ja|vi))-[\w-]{8}\.js$/.exec(fileName) ?? [];
    return part ? [[part, basename(fileName)] as const] : [];
  });
  return {
    files,
    words: Object.fromEntries(words),
    layouts: routes
      .filter(({ path }) => path === '/route')
      .map(({ layout, ...own }) => ({ ...own, path: layout })),
    routes: routes.filter(({ path }) => path !== '/route'),
  };
}
