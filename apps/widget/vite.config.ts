import { resolve } from 'node:path';
import { defineConfig } from 'vite';

/** One classic script with everything in it, beside the web app's files; other sites load it as `/widget.js`. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: resolve(import.meta.dirname, '../web/dist'),
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    lib: {
      entry: resolve(import.meta.dirname, 'src/main.tsx'),
      formats: ['iife'],
      name: 'hanasuWidget',
      fileName: () => 'widget.js',
    },
  },
});
