import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isTest, listBelow, makeSourceFile, ROOT, readSourceFiles, type SourceFile } from './source-files.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** What `npm start` runs: the server, the packages and the build of the web apps. */
const isRunning = ({ path: file }: SourceFile): boolean =>
  /^(apps|packages)\//.test(file) && !isTest(file) && !NOT_RUN.test(file);

/** The settings of `drizzle-kit`, and the set-up of tests. */
const NOT_RUN = /drizzle\.config\.ts$|global-setup\.ts$/;

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Packages that a file loads when it runs, also by `require` and `import.meta.resolve`. */
function loadedPackages({ imports, code }: SourceFile): string[] {
  const imported = imports.filter(({ typeOnly }) => !typeOnly).map(({ specifier }) => specifier);
  const resolved = [...code.matchAll(/(?:resolve|require|\(import\.meta\.url\))\(\s*'([^'\n]+)'/g)].map(
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
  "const require = createRequire(import.meta.url);\nconst x = require('pkg');",
])('%s is found', (text) => {
  const file = makeSourceFile('packages/models/a.ts', text);
  expect(findMissing(file, { devDependencies: { pkg: '1.0.0' } })).toEqual(['packages/models/a.ts: pkg']);
  expect(findMissing(file, { dependencies: { pkg: '1.0.0' } })).toEqual([]);
});

test('a type is gone when the program runs', () => {
  const file = makeSourceFile('packages/models/a.ts', "import type { X } from 'pkg';");
  expect(findMissing(file, { devDependencies: { pkg: '1.0.0' } })).toEqual([]);
});

interface Locked {
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Types are gone when a program runs. */
const isOfTypes = (name: string): boolean => name.startsWith('@types/');

/** Where Node finds a package that another one, in `folder`, imports. */
function resolvePackage(
  folder: string,
  name: string,
  packages: ReadonlyMap<string, Locked>,
): Locked | undefined {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const found = packages.get(`${at}${at === '' ? '' : '/'}node_modules/${name}`);
    if (found || at === '') return found;
  }
}

const isMissing = (locked: Locked | undefined): boolean => locked === undefined || locked.dev === true;

// npm is not asked to install peers (.npmrc).
test('what running needs comes with all that it needs itself', () => {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const all = new Map(Object.entries(packages));
  const missing = [...all]
    .filter(([, { dev, link }]) => !dev && !link)
    .flatMap(([folder, { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }]) => {
      const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
      return [...Object.keys(dependencies), ...peers]
        .filter((name) => !isOfTypes(name) && isMissing(resolvePackage(folder, name, all)))
        .map((name) => `${folder}: ${name}`);
    });
  expect(missing).toEqual([]);
  expect(all.get('node_modules/typescript')?.dev).toBe(true);
});

// `overrides` of package.json: @ai-sdk/cohere names versions that are older than what all others use.
test('the AI SDK shares one core', () => {
  const lock = readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8');
  expect(lock.match(/node_modules\/@ai-sdk\/provider(-utils)?": \{/g)).toHaveLength(2);
});
