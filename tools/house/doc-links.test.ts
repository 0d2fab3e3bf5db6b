import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './source-files.ts';

const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g;
const NAMED_FILE = /`((?:apps|packages|docs|tools|bench|e2e)\/[\w./-]+\.(?:ts|tsx|md|json|mjs))`/g;

const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(path.join(ROOT, file)));

test.each(documents)('%s names files that exist', (file) => {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const linked = [...text.matchAll(LINK)].map(([, target = '']) => path.join(path.dirname(file), target));
  const named = [...text.matchAll(NAMED_FILE)].map(([, target = '']) => target);
  const missing = [...linked, ...named].filter((target) => !existsSync(path.join(ROOT, target)));
  expect(missing).toEqual([]);
});

const CLIENT = /^\| `([^`]+)`\s*\| (\d+\.\d+\.\d+)\s*\|/gm;

test('docs/api.md names the versions of the clients that are tested', () => {
  const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
  const installed = ['package.json', 'apps/server/package.json'].map((file) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(file));
    return { ...dependencies, ...devDependencies };
  });
  const named = [...read('docs/api.md').matchAll(CLIENT)].map(([, name, version]) => ({ name, version }));
  expect(named.length).toBeGreaterThan(5);
  const all = Object.assign({}, ...installed);
  expect(named).toEqual(named.map(({ name }) => ({ name, version: all[name ?? ''] })));
});
