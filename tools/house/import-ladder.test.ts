import { expect, test } from 'vitest';
import { findBarrels, findCycles, findLadderBreaks } from './import-ladder.ts';
import { makeSourceFile, readSourceFiles } from './source-files.ts';

const files = readSourceFiles();
const feature = 'apps/server/src/features';

test('every import follows the ladder', () => {
  expect(findLadderBreaks(files)).toEqual([]);
});

test('there are no import cycles, types included', () => {
  expect(findCycles(files)).toEqual([]);
});

test('there are no barrels', () => {
  expect(findBarrels(files)).toEqual([]);
});

test.each([
  ['packages/contract/bots.ts', "import { x } from '@hanasu/models/registry';"],
  ['packages/channels/line/a.ts', "import { x } from '../zalo/b.ts';"],
  ['packages/retrieval/rank/a.ts', "export { x } from '@hanasu/models/registry';"],
  ['apps/server/src/platform/workers/a.ts', "import type { x } from '../../features/bots/public.ts';"],
  [`${feature}/inbox/notes/notes.store.ts`, "import { x } from '../routes.ts';"],
  [`${feature}/inbox/inbox.store.ts`, "import { x } from '../../platform/http/implement.ts';"],
  [`${feature}/inbox/notes/a.ts`, "import { x } from '../../bots/bots.store.ts';"],
  [`${feature}/inbox/notes/a.ts`, "const x = await import('@hanasu/channels/line/line.channel');"],
  ['apps/server/src/platform/a.ts', "import { x } from '../app/channels.ts';"],
  ['apps/web/src/a.ts', "import {\n  x,\n} from '../../server/src/config.ts';"],
  ['apps/web/src/a.ts', "import { x } from '@hanasu/channels/line/line.channel';"],
  ['apps/web/src/features/inbox/a.ts', "import { x } from '../bots/b.ts';"],
  ['apps/web/src/entities/bot/a.ts', "import type { X } from '../../features/bots/b.ts';"],
  ['apps/web/src/shell/a.ts', "import { x } from '../entities/bot/b.ts';"],
])('%s: %s is refused', (path, text) => {
  expect(findLadderBreaks([makeSourceFile(path, text)])).toHaveLength(1);
});

test.each([
  [`${feature}/inbox/notes/a.ts`, "import { x } from '../../bots/public.ts';"],
  [`${feature}/inbox/notes/a.ts`, "// import { x } from '../../bots/bots.store.ts';"],
  ['apps/web/src/a.ts', "import { x } from '@hanasu/channels/line/line.manifest';"],
  ['apps/web/src/a.ts', "import { x } from '@hanasu/channels/line/line-payload';"],
  ['apps/web/src/features/inbox/list/a.ts', "import { x } from '../../../entities/bot/b.ts';"],
  ['apps/web/src/routes/a.tsx', "import { x } from '../features/inbox/b.tsx';"],
  [`${feature}/inbox/notes/a.test.ts`, "import { x } from '../../bots/bots.store.ts';"],
])('%s: %s is allowed', (path, text) => {
  expect(findLadderBreaks([makeSourceFile(path, text)])).toEqual([]);
});

test('a cycle of three and a star export are found', () => {
  const cycle = [
    makeSourceFile('packages/models/a.ts', "import './b.ts';"),
    makeSourceFile('packages/models/b.ts', "import { type X, y } from './c.ts';"),
    makeSourceFile('packages/models/c.ts', "export * from './a.ts';"),
  ];
  expect(findCycles(cycle)).toEqual([
    'packages/models/a.ts → packages/models/b.ts → packages/models/c.ts → packages/models/a.ts',
  ]);
  expect(findBarrels(cycle)).toEqual(['packages/models/c.ts']);
});

test.each([
  "import type { A } from './a.ts';",
  "import { type A, type C } from './a.ts';",
  "import type * as a from './a.ts';",
  "export type { A } from './a.ts';",
  "export { type A } from './a.ts';",
  "export type B = import('./a.ts').A;",
])('a cycle that only %s closes is found', (text) => {
  const cycle = [
    makeSourceFile('packages/models/a.ts', "import { b } from './b.ts';"),
    makeSourceFile('packages/models/b.ts', text),
  ];
  expect(findCycles(cycle)).toEqual(['packages/models/a.ts → packages/models/b.ts → packages/models/a.ts']);
});
