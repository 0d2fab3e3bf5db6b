import { expect, test } from 'vitest';
import { findBarrels, findCycles, findLadderBreaks } from './import-ladder.ts';
import { isTest, makeSourceFile, readSourceFiles } from './source-files.ts';

const files = readSourceFiles();
const feature = 'apps/server/src/features';

test('every import follows the ladder', () => {
  expect(findLadderBreaks(files)).toEqual([]);
});

test('there are no import cycles', () => {
  expect(findCycles(files)).toEqual([]);
});

test('in the web there are no import cycles of types either', () => {
  const web = files
    .filter(({ path }) => /^apps\/(web|widget|form)\//.test(path) && !isTest(path))
    .map((file) => ({ ...file, imports: file.imports.map((each) => ({ ...each, typeOnly: false })) }));
  expect(findCycles(web)).toEqual([]);
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
