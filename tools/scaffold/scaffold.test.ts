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

/** The tree with every scaffold in it; what is installed is linked. */
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'hanasu-scaffold-'));
  copyTree();
  scaffold('feature', 'parcels', '--floor', '5');
  scaffold('endpoint', 'rename-parcel', '--feature', 'parcels', '--method', 'POST', '--access', 'admin');
  scaffold('endpoint', 'weekly-report', '--feature', 'insights');
  scaffold('endpoint', 'daily-limit', '--feature', 'billing', '--method', 'put', '--access', 'owner');
  scaffold('page', 'parcels', '--feature', 'parcels', '--ja', '荷物', '--vi', 'Bưu kiện');
  scaffold('page', 'token-report', '--feature', 'billing');
});
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
  link('apps/web/node_modules', (name) => !name.startsWith('.'));
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

/** What the compiler says about the whole program that these files are part of. */
function typesOf(config: string, files: readonly string[]): string {
  const project = path.join(copy, path.dirname(config), 'tsconfig.scaffold.json');
  const include = files.map((file) => path.join(copy, file));
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
  ];
  expect(typesOf('tsconfig.json', made)).toBe('');
});

test('what was made for the web has right types', () => {
  const pages = ['parcels/ParcelsPage.tsx', 'billing/TokenReportPage.tsx'];
  const words = ['parcels', 'billing'].flatMap((feature) =>
    ['en', 'ja', 'vi'].map((locale) => `${feature}/words/${locale}.ts`),
  );
  const made = [...pages, ...words].map((file) => `apps/web/src/features/${file}`);
  expect(typesOf('apps/web/tsconfig.json', made)).toBe('');
});

test('what was made is formatted, and everything that lists it has it', () => {
  const listed = {
    'apps/server/src/app/features.ts': 'parcelsFeature,',
    'apps/server/src/testing/endpoint-rows.ts': 'row(weeklyReport, nothing)',
    'apps/web/src/routeTree.gen.ts': "'/Token-Report'",
    'docs/roles.md': '`POST /api/user/rename-parcel`',
    'e2e/pages.e2e.ts': "'token report': { at: () => '/Token-Report' }",
    'tools/house/floors.test.ts': "['answering', 'inbox', 'parcels']",
    'ARCHITECTURE.md': '· `parcels`',
  };
  for (const [file, text] of Object.entries(listed))
    expect(readFileSync(path.join(copy, file), 'utf8'), file).toContain(text);
  run(
    'node_modules/@biomejs/biome/bin/biome',
    'check',
    ...Object.keys(listed).filter((file) => !file.includes('.gen.')),
  );
});

test.each([
  [['endpoint', 'Report', '--feature', 'billing'], 'is no name'],
  [['endpoint', 'report', '--feature', 'nowhere'], 'there is no feature "nowhere"'],
  [['feature', 'parcels'], 'is there already'],
  [['page', 'report'], 'npm run new --'],
])('%j is refused', (parameters, message) => {
  expect(() => scaffold(...parameters)).toThrow(message);
});
