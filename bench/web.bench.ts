import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { firstLoads } from './lib/first-load.ts';
import { checkBounds, printTable } from './lib/print-table.ts';

/** What a browser loads, in bytes as they travel (gzip): the shell of every page, and what each route adds to it. */
const DIST = 'apps/web/dist';
const MANIFEST = `${DIST}/.vite/manifest.json`;
const SHELL_LIMIT_KB = 300;

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

if (!existsSync(MANIFEST)) throw new Error('build the web app first: npm run build');
const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, Chunk>;

/** A chunk with everything it imports at once. */
function closure(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key]?.imports ?? []) closure(imported, seen);
  return seen;
}

const sizes = new Map<string, number>();
function kilobytes(files: Iterable<string>): number {
  let bytes = 0;
  for (const file of new Set(files)) {
    const size = sizes.get(file) ?? gzipSync(readFileSync(`${DIST}/${file}`)).length;
    sizes.set(file, size);
    bytes += size;
  }
  return bytes / 1000;
}

const scripts = (keys: Iterable<string>) => [...keys].flatMap((key) => manifest[key]?.file ?? []);
const styles = (keys: Iterable<string>) => [...keys].flatMap((key) => manifest[key]?.css ?? []);

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
if (!entry) throw new Error('the build has no entry');
const shell = closure(entry);
const rows = Object.entries(manifest)
  .filter(([key, chunk]) => chunk.isDynamicEntry && key.startsWith('src/routes/'))
  .map(([key]) => {
    const added = [...closure(key)].filter((each) => !shell.has(each));
    const route = key.replace('src/routes/', '').replace(/\.tsx.*$/, '');
    return {
      part: `+ ${route}`,
      'JS kB': kilobytes(scripts(added)),
      'CSS kB': kilobytes(styles(added)),
    };
  })
  .sort((one, other) => other['JS kB'] - one['JS kB']);
printTable('Web: kB gzip', [
  {
    part: 'shell',
    'JS kB': kilobytes(scripts(shell)),
    'CSS kB': kilobytes(styles(shell)),
  },
  ...rows,
]);

/** What another web site loads with each page, and what its visitors load when they open the chat. */
const LAUNCHER_LIMIT_KB = 15;
const CHAT_LIMIT_KB = 25;
const launcher = kilobytes(['widget.js']);
const chatFiles = readdirSync(`${DIST}/assets`).filter((file) => /^widget-chat-.*\.js$/.test(file));
const opened = kilobytes(['widget.js', ...chatFiles.map((file) => `assets/${file}`)]);
printTable('Chat on other sites: kB gzip', [
  { part: 'widget.js (each page)', kB: launcher },
  { part: 'widget.js and chat (opened, and /Bot/{id}/chat_embed)', kB: opened },
]);
/** All that the public page of a form is made of. */
const FORM_LIMIT_KB = 40;
const formFiles = readdirSync(`${DIST}/assets`).filter((file) => /^form-.*\.(js|css)$/.test(file));
const formPage = kilobytes(['form.html', ...formFiles.map((file) => `assets/${file}`)]);
printTable('Public page of a form: kB gzip', [{ part: 'HTML, JS and CSS of /form/{slug}', kB: formPage }]);
/** What Chromium really fetches, with nothing kept, over a slow line; until the first rows stand, and in the 6 s after. */
const FIRST_JS_LIMIT_KB = 300;
const PAINT_LIMIT_MS = 1500;
const ROWS_LIMIT_MS = 3500;
const loads = await firstLoads(DIST);
printTable('First visit at 200 KB/s and 300 ms, median of 3', loads);
const inbox = loads.find(({ page }) => page === '/Message');
checkBounds([
  ...loads.map((load) => ({
    what: `${load.page}: JS until the first rows, kB gzip`,
    measured: load['JS kB gzip'],
    atMost: FIRST_JS_LIMIT_KB,
  })),
  ...loads.map((load) => ({
    what: `${load.page}: first contentful paint, ms`,
    measured: load['first paint ms'],
    atMost: PAINT_LIMIT_MS,
  })),
  { what: '/Message: first rows, ms', measured: inbox?.['rows ms'] ?? Number.NaN, atMost: ROWS_LIMIT_MS },
  { what: 'shell, JS kB', measured: kilobytes(scripts(shell)), atMost: SHELL_LIMIT_KB },
  { what: 'widget.js, kB', measured: launcher, atMost: LAUNCHER_LIMIT_KB },
  { what: 'widget.js and chat, kB', measured: opened, atMost: CHAT_LIMIT_KB },
  { what: 'page of a form, kB', measured: formPage, atMost: FORM_LIMIT_KB },
]);
