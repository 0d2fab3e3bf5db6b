// `npm run licences`: writes THIRD_PARTY.md from the lock file and the list of what else is shipped.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot } from './bootstrap/lib/paths.mjs';

/** Files in this repository that others made, or that show their marks. */
const SHIPPED = [
  [
    'apps/server/fonts/NotoSansJP-*.ttf.br, NotoSerifJP-*.ttf.br',
    'Noto Sans JP and Noto Serif JP as they came in @expo-google-fonts/noto-sans-jp and noto-serif-jp 0.4.3, compressed',
    'SIL Open Font License 1.1 (beside them)',
    'https://fonts.google.com/noto',
  ],
  [
    'apps/web/dist (made by the build)',
    'outlines of the Lucide icons that pages use, from @iconify-json/lucide',
    'ISC',
    'https://lucide.dev/license',
  ],
  [
    'apps/web/public/brands/',
    'marks of Google and Facebook, for their sign-in buttons',
    'trademarks',
    'https://developers.google.com/identity/branding-guidelines',
  ],
  ['apps/web/public/models/', 'marks of model providers beside their models', 'trademarks', ''],
];

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Every package of the lock file, once for each version; those for building may leave parts in the web app. */
export function packagesOf(lock) {
  const found = new Map();
  for (const [path, { version, license, dev, link, name }] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || link) continue;
    const key = `${name ?? nameOf(path)} ${version}`;
    found.set(key, {
      name: name ?? nameOf(path),
      version,
      license: license ?? 'see its package',
      use: dev ? 'building, tests' : 'running',
    });
  }
  return [...found.values()].toSorted((one, other) =>
    `${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1,
  );
}

export function thirdParty(lock) {
  const packages = packagesOf(lock);
  const rows = packages.map(
    ({ name, version, license, use }) =>
      `| [${name}](https://www.npmjs.com/package/${name}) | ${version} | ${license} | ${use} |`,
  );
  const files = SHIPPED.map(
    ([path, what, license, url]) => `| \`${path}\` | ${what} | ${url ? `[${license}](${url})` : license} |`,
  );
  return `# Third-party software

Hanasu is licensed under Apache-2.0 ([LICENSE](LICENSE)). What it is made of and built with keeps its own licence; each package brings its text. Written by \`npm run licences\` from package-lock.json; a test keeps it current.

## Files in this repository

| files | what | licence |
| --- | --- | --- |
${files.join('\n')}

Pages use the fonts of the reader's system. Pictures for LINE are drawn with Noto Sans JP and Noto Serif JP and with the outlines of Lucide; receipts are written in Noto Sans JP.

## Packages

| package | version | licence | used for |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

export const readLock = () => JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(inRoot('THIRD_PARTY.md'), thirdParty(readLock()));
}
