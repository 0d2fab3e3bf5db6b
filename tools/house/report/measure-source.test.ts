import { expect, test } from 'vitest';
import { makeSourceFile, readSourceFiles } from '../source-files.ts';
import * as measure from './measure-source.ts';

const files = measure.productionFiles(readSourceFiles());

/** What it is today; a limit may only shrink. Where it should end: `report.ts`. */
test('the house gets no harder to find one’s way in', () => {
  const { files: count, single } = measure.singleUse(files);
  const functions = measure.measureFunctions(files);
  const features = measure.measureFeatures(files);
  expect(single / count).toBeLessThanOrEqual(0.3);
  expect(functions.wide / functions.count).toBeLessThanOrEqual(0.008);
  expect(functions.p99Lines).toBeLessThanOrEqual(60);
  expect(features.features).toBeLessThanOrEqual(27);
  expect(features.circles).toEqual([]);
  expect(features.foreignWrites).toEqual([]);
  expect(measure.wiringFiles(files).length).toBeLessThanOrEqual(13);
  expect(measure.longFiles(files)).toEqual([]);
}, 180_000);

const feature = (name: string, text: string) =>
  makeSourceFile(`apps/server/src/features/${name}/public.ts`, text);

test('circles, foreign writes, single users and wide functions are found', () => {
  const a = feature('a', "import type { B } from '../b/public.ts';\nexport const a = pgTable('as', {});");
  const b = feature('b', "import '../a/public.ts';\nconst sql = `update as set x = 1`;");
  const c = feature(
    'c',
    'export const f = (one, two, three, four) => 1;\nconst g = (transaction, a, b, c) => 2;',
  );
  expect(measure.measureFeatures([a, b, c])).toEqual({
    features: 3,
    circles: [['a', 'b']],
    foreignWrites: ['b > a'],
  });
  expect(measure.singleUse([a, b, c])).toEqual({ files: 3, single: 2 });
  expect(measure.measureFunctions([c])).toEqual({ count: 2, wide: 1, p99Lines: 1 });
});

test('a write is found by whatever means, wherever it stands', () => {
  const server = (path: string, text: string) => makeSourceFile(`apps/server/src/${path}`, text);
  const a = feature('a', 'const sql = `insert into as values (1)`;');
  const tables = server('schema/a.tables.ts', "export const as = pgTable('as', {});");
  const mails = server('schema/mail.tables.ts', "export const mails = pgTable('mails', {});");
  const writesOf = (path: string, text: string) =>
    measure.foreignWrites([a, tables, mails, server(path, text)]);
  expect(writesOf('features/b/b.store.ts', 'run(`delete from as where true`)')).toEqual(['b > a']);
  expect(writesOf('features/b/b.store.ts', `for (const t of ['as']) run(\`delete from \${t}\`)`)).toEqual([
    'b > a',
  ]);
  const imports = "import { as } from '../../schema/a.tables.ts';\n";
  expect(writesOf('features/b/b.store.ts', `${imports}db.update(as).set({})`)).toEqual(['b > a']);
  expect(writesOf('main.ts', 'run(`update as set x = 1`)')).toEqual(['app > a']);
  expect(writesOf('platform/mail/mail.ts', 'run(`update as set x = 1`)')).toEqual(['platform > a']);
  expect(writesOf('platform/mail/mail.ts', 'run(`update mails set x = 1`)')).toEqual([]);
  expect(writesOf('features/a/a.store.ts', 'run(`update mails set x = 1`)')).toEqual(['a > platform']);
});
