import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { getIcons } from '@iconify/utils/lib/icon-set/get-icons';
import lucide from '@iconify-json/lucide/icons.json' with { type: 'json' };
import { build, type Plugin } from 'vite';
import { ICON_NAMES } from '../src/shell/icons/icon-names.ts';
import { slimContract } from './slim-contract.ts';

/** Replaces `src/shell/icons/icon-data.ts` (the whole Lucide set, 1 MB) by the icons that are used. */
export function iconSubset(): Plugin {
  return {
    name: 'hanasu:icon-subset',
    enforce: 'pre',
    load(id) {
      if (!id.split('?')[0]?.endsWith('/src/shell/icons/icon-data.ts')) return null;
      const subset = getIcons(lucide, [...ICON_NAMES]);
      if (!subset || subset.not_found?.length) {
        throw new Error(`No such Lucide icon: ${subset?.not_found?.join(', ') ?? 'all'}`);
      }
      return { code: `export const ICON_DATA = ${JSON.stringify(subset)};`, map: null };
    },
  };
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
const TEXT = /\.(js|css|html|svg|json|webmanifest)$/;
/** The two highest qualities take several times as long for a few percent. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Leaves a `.br` and a `.gz` beside every text file, so that the server sends small files without any work. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(files.filter((file) => TEXT.test(file)).map((file) => compress(join(folder, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  await Promise.all([
    writeFile(`${file}.br`, await brotli(content, QUALITY)),
    writeFile(`${file}.gz`, await deflate(content)),
  ]);
}

const WIDGET = resolve(import.meta.dirname, '../../widget');
const FORM = resolve(import.meta.dirname, '../../form');

/** Makes the widget's files part of the pages' build, which also compresses them. */
export function widget(): Plugin {
  return {
    name: 'widget',
    apply: 'build',
    async generateBundle() {
      for (const file of Object.values(await buildWidget())) this.emitFile({ type: 'asset', ...file });
    },
  };
}

interface WidgetFile {
  readonly fileName: string;
  readonly source: string;
}

/**
 * The launcher, one classic script that other sites load as `/widget.js`; the chat, a module that the launcher loads
 * when it is opened; and what the chat loads when a form was sent into it. Modules are named after what is in them:
 * browsers keep them for good, and each launcher asks for the chat it was built with, each chat for its form.
 */
export async function buildWidget(): Promise<Readonly<Record<'launcher' | 'chat' | 'form', WidgetFile>>> {
  const form = named('form', await bundle(`${FORM}/src/in-chat.tsx`, 'es'));
  const chat = named(
    'chat',
    await bundle('src/chat-app.tsx', 'es', { FORM_FILE: JSON.stringify(form.fileName) }),
  );
  const source = await bundle('src/main.ts', 'iife', { CHAT_FILE: JSON.stringify(chat.fileName) });
  return { launcher: { fileName: 'widget.js', source }, chat, form };
}

function named(part: string, source: string): WidgetFile {
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 10);
  return { fileName: `assets/widget-${part}-${hash}.js`, source };
}

/** Makes the page of a form part of the build: `form.html`, which the server completes, and what it loads. */
export function form(): Plugin {
  return {
    name: 'form',
    apply: 'build',
    async generateBundle() {
      for (const file of await buildForm()) this.emitFile({ type: 'asset', ...file });
    },
  };
}

interface FormFile {
  readonly fileName: string;
  readonly source: string | Uint8Array;
}

/** Files of the page of a form, named after what is in them; `form.html` alone is always called so. */
export async function buildForm(): Promise<FormFile[]> {
  const built = await build({
    configFile: false,
    root: FORM,
    logLevel: 'warn',
    publicDir: false,
    plugins: [slimContract()],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: { entryFileNames: 'assets/form-[hash].js', assetFileNames: 'assets/form-[hash][extname]' },
      },
    },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  return outputs.map((file) =>
    file.type === 'chunk'
      ? { fileName: file.fileName, source: file.code }
      : {
          fileName: file.fileName === 'index.html' ? 'form.html' : file.fileName,
          source: file.source,
        },
  );
}

async function bundle(
  entry: string,
  format: 'es' | 'iife',
  define: Readonly<Record<string, string>> = {},
): Promise<string> {
  const built = await build({
    configFile: false,
    root: WIDGET,
    logLevel: 'warn',
    publicDir: false,
    define,
    plugins: [slimContract()],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      // Not a library: those are left readable for other bundlers.
      rolldownOptions: {
        input: resolve(WIDGET, entry),
        preserveEntrySignatures: 'strict',
        output: { format },
      },
    },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [file, ...more] = outputs.flatMap((one) => (one.type === 'chunk' ? [one] : []));
  if (!file || more.length > 0) throw new Error(`${entry} was not built as one file`);
  return file.code;
}
