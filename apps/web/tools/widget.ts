import { resolve } from 'node:path';
import { build, type Plugin } from 'vite';

/** Builds the widget as one file of the pages' build, which also compresses it. */
export function widget(): Plugin {
  return {
    name: 'widget',
    apply: 'build',
    async generateBundle() {
      const configFile = resolve(import.meta.dirname, '../../widget/vite.config.ts');
      const built = await build({ configFile, logLevel: 'warn', build: { write: false } });
      const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
      const [file] = outputs.flatMap((one) => (one.type === 'chunk' ? [one] : []));
      if (!file) throw new Error('the widget was not built');
      this.emitFile({ type: 'asset', fileName: 'widget.js', source: file.code });
    },
  };
}
