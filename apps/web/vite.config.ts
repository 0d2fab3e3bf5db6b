import type { IncomingMessage } from 'node:http';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { form, iconSubset, precompress, widget } from './tools/build-plugins.ts';
import { CHUNK_GROUPS } from './tools/chunk-groups.ts';
import { firstPaint } from './tools/first-paint.ts';
import { slimContract } from './tools/slim-contract.ts';

const server = process.env.HANASU_SERVER ?? 'http://127.0.0.1:3000';

/** Where a sign-in service sends the browser back to is a page; the same address takes the page's POST. */
const showReturnPage = ({ method, url = '' }: IncomingMessage): string | undefined =>
  method === 'GET' && /^\/api\/auth\/\w+\/callback\b/.test(url) ? '/index.html' : undefined;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: true }),
    react(),
    iconSubset(),
    slimContract(),
    firstPaint(),
    widget(),
    form(),
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
        codeSplitting: { groups: CHUNK_GROUPS },
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
        '/line/rich-message/',
        '/socket.io',
        '/healthz',
        '/v1',
        '/mcp',
        '/widget.js',
        '^/assets/widget-(chat|form)-',
        '^/Bot/[^/]+/chat_embed',
        '^/assets/form-',
        '^/form/',
        '^/r/',
        '^/p/',
      ].map((path) => [path, { target: server, ws: true, bypass: showReturnPage }]),
    ),
  },
});
