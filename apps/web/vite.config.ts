import type { IncomingMessage } from 'node:http';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { iconSubset, precompress, widget } from './tools/build-plugins.ts';

const server = process.env.HANASU_SERVER ?? 'http://127.0.0.1:3000';

/** Where a sign-in service sends the browser back to is a page; the same address takes the page's POST. */
const showReturnPage = ({ method, url = '' }: IncomingMessage): string | undefined =>
  method === 'GET' && /^\/api\/auth\/\w+\/callback\b/.test(url) ? '/index.html' : undefined;

/** What only pages with a form need. */
const FORMS = /node_modules\/(react-hook-form|@hookform)\//;

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
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            { name: wordsChunk, test: /\/words\/(en|ja|vi)\.ts$/, priority: 3 },
            { name: 'shared', test: (id) => !FORMS.test(id), minShareCount: 13, priority: 1 },
            { name: 'forms', test: FORMS },
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
