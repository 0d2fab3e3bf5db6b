import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { build, type Plugin } from 'vite';

const WIDGET = resolve(import.meta.dirname, '../../widget');

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
 * The launcher, one classic script that other sites load as `/widget.js`, and the chat, a module that the launcher
 * loads when it is opened. The chat is named after what is in it: browsers keep it for good, and each launcher asks
 * for the chat it was built with.
 */
export async function buildWidget(): Promise<{ readonly launcher: WidgetFile; readonly chat: WidgetFile }> {
  const code = await bundle('src/chat-app.tsx', 'es');
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 10);
  const chat = { fileName: `assets/widget-chat-${hash}.js`, source: code };
  const source = await bundle('src/main.ts', 'iife', { CHAT_FILE: JSON.stringify(chat.fileName) });
  return { launcher: { fileName: 'widget.js', source }, chat };
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
