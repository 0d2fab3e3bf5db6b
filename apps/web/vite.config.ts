import type { IncomingMessage } from 'node:http';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { iconSubset, precompress, widget } from './tools/build-plugins.ts';
import { firstPaint } from './tools/first-paint.ts';
import { slimContract } from './tools/slim-contract.ts';

const server = process.env.HANASU_SERVER ?? 'http://127.0.0.1:3000';

/** Where a sign-in service sends the browser back to is a page; the same address takes the page's POST. */
const showReturnPage = ({ method, url = '' }: IncomingMessage): string | undefined =>
  method === 'GET' && /^\/api\/auth\/\w+\/callback\b/.test(url) ? '/index.html' : undefined;

const mantine = (names: string) => `@mantine/core/.*/(?:${names})/`;
/** Icons, fields, and small parts that every page has. */
const BASICS = new RegExp(
  `/src/shell/icons/(?:Icon\\.tsx|icon-.*\\.ts)$|/@mantine/hooks/|${mantine('Input|InputBase|InlineInput|TextInput|Stack|Alert|CloseButton|ActionIcon|Badge|Skeleton|VisuallyHidden|Checkbox|utils|DirectionProvider')}`,
);
/** What opens over a page: menus, tips, dialogs. Pages for signing in have none. */
const FLOATING = new RegExp(
  `/node_modules/(?:@floating-ui|react-remove-scroll[^/]*)/|${mantine('Popover|Menu|Tooltip|Floating|Portal|FocusTrap|ScrollArea|Modal|ModalBase|Drawer')}`,
);
/** Lists to choose from, and the pages of a table. */
const CHOICES = new RegExp(mantine('Combobox|Select|MultiSelect|TagsInput|PillsInput|Pill'));
/** Parts of the signed-in pages, which use both. */
const PARTS = /\/src\/shell\/(?:components|layout|error-pages)\//;
/** What only pages with a form need. */
const FORMS = /\/node_modules\/(?:react-hook-form|@hookform|zod)\/|\/apply-form-error\.ts$/;

/** One file for the words of a feature in one language, and one for those of the shell and the entities. */
const wordsChunk = (path: string): string => {
  const [, feature = 'start', locale] = /\/src\/(?:features\/([^/]+))?.*\/words\/(\w+)\.ts$/.exec(path) ?? [];
  return `words-${feature}-${locale}`;
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: true }),
    react(),
    iconSubset(),
    slimContract(),
    firstPaint(),
    widget(),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: 'hidden',
    manifest: true,
    modulePreload: { polyfill: false },
    // The strict content policy allows no data: fonts or scripts; files are cached anyway.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Few files instead of fifty small ones; React changes seldom, so browsers keep it between releases.
        codeSplitting: {
          groups: [
            { name: wordsChunk, test: /\/words\/(en|ja|vi)\.ts$/, priority: 5 },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
            { name: 'start', tags: ['$initial'], priority: 3 },
            { name: 'basics', test: BASICS, minShareCount: 5, priority: 2 },
            { name: 'floating', test: FLOATING, priority: 1 },
            { name: 'choices', test: CHOICES, priority: 1 },
            { name: 'forms', test: FORMS, priority: 1 },
            { name: 'parts', test: PARTS, minShareCount: 13, priority: 1 },
            { name: 'shared', test: (id) => !id.includes('/packages/contract/'), minShareCount: 13 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      [
        '/api',
        '/hooks',
        '/media',
        '/socket.io',
        '/healthz',
        '/v1',
        '/mcp',
        '/widget.js',
        '^/assets/widget-chat-',
        '^/Bot/[^/]+/chat_embed',
      ].map((path) => [path, { target: server, ws: true, bypass: showReturnPage }]),
    ),
  },
});
