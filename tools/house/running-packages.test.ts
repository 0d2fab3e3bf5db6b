import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isTest, listBelow, makeSourceFile, ROOT, readSourceFiles, type SourceFile } from './source-files.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** What `npm start` runs: the server, the packages and the build of the web apps. Fakes of vendors serve tests and `npm run dev`. */
const isRunning = ({ path: file }: SourceFile): boolean =>
  /^(apps|packages)\//.test(file) && !isTest(file) && !/\/fake\/|drizzle\.config\.ts$|setup\.ts$/.test(file);

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Packages that a file loads when it runs, also by `require` and `import.meta.resolve`. */
function loadedPackages({ imports, code }: SourceFile): string[] {
  const imported = imports.filter(({ typeOnly }) => !typeOnly).map(({ specifier }) => specifier);
  const resolved = [...code.matchAll(/(?:resolve|\(import\.meta\.url\))\(\s*'([^'\n]+)'/g)].map(
    ([, specifier = '']) => specifier,
  );
  return [...imported, ...resolved]
    .filter((specifier) => !/^(\.|node:|@hanasu\/)/.test(specifier))
    .map(packageOf);
}

/** `file: package` of what `npm start` would lack. */
function findMissing(file: SourceFile, manifest: Manifest): string[] {
  const { dependencies = {}, devDependencies = {} } = manifest;
  return loadedPackages(file)
    .filter((name) => name in devDependencies && !(name in dependencies))
    .map((name) => `${file.path}: ${name}`);
}

const manifests = new Map(
  [
    'apps/server',
    'apps/web',
    ...new Set(listBelow('packages').map((file) => file.split('/', 2).join('/'))),
  ].map((folder) => [
    folder,
    JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')) as Manifest,
  ]),
);

test('what runs imports no package that comes for tests alone', () => {
  const missing = readSourceFiles()
    .filter(isRunning)
    .flatMap((file) => {
      const folder = file.path.split('/', 2).join('/');
      // The widget and the form page are built with the packages of the web app.
      const manifest = manifests.get(folder) ?? manifests.get('apps/web') ?? {};
      return findMissing(file, manifest);
    });
  expect(missing).toEqual([]);
});

test.each([
  "import { x } from 'pkg';",
  "const { x } = await import('pkg/part');",
  "const x = createRequire(import.meta.url)('pkg');",
  "const x = require.resolve('pkg/file.json');",
])('%s is found', (text) => {
  const file = makeSourceFile('packages/models/a.ts', text);
  expect(findMissing(file, { devDependencies: { pkg: '1.0.0' } })).toEqual(['packages/models/a.ts: pkg']);
  expect(findMissing(file, { dependencies: { pkg: '1.0.0' } })).toEqual([]);
});

test('a type is gone when the program runs', () => {
  const file = makeSourceFile('packages/models/a.ts', "import type { X } from 'pkg';");
  expect(findMissing(file, { devDependencies: { pkg: '1.0.0' } })).toEqual([]);
});
