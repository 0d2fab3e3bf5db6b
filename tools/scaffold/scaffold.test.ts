import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../house/source-files.ts';
import { newChannel } from './new-channel.ts';
import { newEndpoint } from './new-endpoint.ts';
import { newFeature } from './new-feature.ts';
import { newPage } from './new-page.ts';
import { openTree, type Tree } from './tree.ts';

/** The tree with every scaffold in it; what is installed is linked. */
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'hanasu-scaffold-'));
  copyTree();
  const tree = openTree(copy);
  newFeature(tree, { name: 'parcels', floor: '6' });
  newEndpoint(tree, { name: 'rename-parcel', feature: 'parcels', method: 'POST', access: 'admin' });
  newEndpoint(tree, { name: 'weekly-report', feature: 'insights' });
  newChannel(tree, 'viber');
  newPage(tree, { name: 'parcels', feature: 'parcels', ja: '荷物', vi: 'Bưu kiện' });
  const { made, changed } = tree.write();
  biome('--write', ...made, ...changed);
  scaffold('endpoint', 'daily-limit', '--feature', 'billing', '--method', 'put', '--access', 'owner');
  scaffold('page', 'token-report', '--feature', 'billing');
}, 300_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function copyTree(): void {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of files.trim().split('\n')) {
    if (existsSync(path.join(ROOT, file))) cpSync(path.join(ROOT, file), path.join(copy, file));
  }
  link('node_modules', (name) => name !== '@hanasu' && !name.startsWith('.'));
  for (const room of ['apps/server', 'apps/web', 'packages/channels'])
    link(`${room}/node_modules`, (name) => !name.startsWith('.'));
  mkdirSync(path.join(copy, 'node_modules/@hanasu'));
  for (const name of readdirSync(path.join(copy, 'packages')))
    symlinkSync(path.join(copy, 'packages', name), path.join(copy, 'node_modules/@hanasu', name));
}

function link(folder: string, isLinked: (name: string) => boolean): void {
  if (!existsSync(path.join(ROOT, folder))) return;
  mkdirSync(path.join(copy, folder));
  for (const name of readdirSync(path.join(ROOT, folder)).filter(isLinked))
    symlinkSync(path.join(ROOT, folder, name), path.join(copy, folder, name));
}

const run = (...parameters: string[]): string =>
  execFileSync(process.execPath, parameters, { cwd: copy, encoding: 'utf8', stdio: 'pipe' });
const scaffold = (...parameters: string[]): string => run('tools/scaffold/main.ts', ...parameters);
const biome = (...parameters: string[]): string =>
  run('node_modules/@biomejs/biome/bin/biome', 'check', ...parameters);

/** What the compiler says about the whole program that these files are part of. */
function typesOf(config: string, files: readonly string[]): string {
  const project = path.join(copy, path.dirname(config), 'tsconfig.scaffold.json');
  // Libraries without types of their own have them in files that nothing imports.
  const include = [...files, 'apps/server/src/**/*.d.ts'].map((file) => path.join(copy, file));
  writeFileSync(project, JSON.stringify({ extends: path.join(copy, config), include, exclude: [] }));
  try {
    return run('node_modules/typescript/bin/tsc', '--noEmit', '-p', project);
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout ?? error);
  }
}

test('what was made for the server has right types', () => {
  const features = 'apps/server/src/features';
  const made = [
    'packages/contract/api.ts',
    `${features}/parcels/feature.ts`,
    `${features}/insights/feature.ts`,
    `${features}/billing/feature.ts`,
    'packages/channels/viber/viber.channel.test.ts',
  ];
  expect(typesOf('tsconfig.json', made)).toBe('');
}, 180_000);

test('what was made for the web has right types', () => {
  const pages = ['parcels/ParcelsPage.tsx', 'billing/TokenReportPage.tsx'];
  const words = ['parcels', 'billing'].flatMap((feature) =>
    ['en', 'ja', 'vi'].map((locale) => `${feature}/words/${locale}.ts`),
  );
  const guide = ['guide', 'en', 'ja', 'vi'].map((file) => `channels/guides/viber/${file}.ts`);
  const made = [...pages, ...words, ...guide].map((file) => `apps/web/src/features/${file}`);
  expect(typesOf('apps/web/tsconfig.json', made)).toBe('');
}, 180_000);

test('what was made is formatted, and everything that lists it has it', () => {
  const listed = {
    'apps/server/src/app/features.ts': 'parcelsFeature,',
    'apps/server/src/app/channels.ts': "hosts: hostsOf(config, 'viber')",
    'apps/web/src/entities/channel/channel-kinds.ts': '{ manifest: viberManifest }',
    'apps/server/src/testing/endpoint-rows.ts': 'row(weeklyReport, nothing)',
    'apps/web/src/routeTree.gen.ts': "'/Token-Report'",
    'docs/roles.md': '`POST /api/user/rename-parcel`',
    'e2e/pages.e2e.ts': "'token report': { at: () => '/Token-Report' }",
    'tools/house/floors.test.ts': "['answering', 'inbox', 'parcels']",
    'ARCHITECTURE.md': '· `parcels`',
  };
  for (const [file, text] of Object.entries(listed))
    expect(readFileSync(path.join(copy, file), 'utf8'), file).toContain(text);
  biome(...Object.keys(listed).filter((file) => !file.includes('.gen.')));
});

test('the command says what it takes', () => {
  expect(() => scaffold('page', 'report')).toThrow('npm run new -- page NAME');
});

const REFUSED: readonly [string, (tree: Tree) => void][] = [
  ['"Report" is no name', (tree) => newEndpoint(tree, { name: 'Report', feature: 'billing' })],
  ['there is no feature "nowhere"', (tree) => newEndpoint(tree, { name: 'report', feature: 'nowhere' })],
  ['is there already', (tree) => newFeature(tree, { name: 'billing' })],
  ['packages/channels/line is there already', (tree) => newChannel(tree, 'line')],
];
test.each(REFUSED)('what can’t be made is refused: %s', (message, make) => {
  expect(() => make(openTree(ROOT))).toThrow(message);
});
