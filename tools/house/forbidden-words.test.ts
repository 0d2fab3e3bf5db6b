import { expect, test } from 'vitest';
import { findForbiddenWords, findMisplacedChannelFiles } from './forbidden-words.ts';
import { listBelow, makeSourceFile, readSourceFiles } from './source-files.ts';

test('channel names, settings, fetch and module mocks stand only where they may', () => {
  // This file's own examples are the one exception.
  const files = readSourceFiles().filter(({ path }) => path !== 'tools/house/forbidden-words.test.ts');
  expect(findForbiddenWords(files)).toEqual([]);
});

test('no file outside a channel is named after it', () => {
  const paths = [...listBelow('apps'), ...listBelow('packages')];
  expect(findMisplacedChannelFiles(paths)).toEqual([]);
});

const inbox = 'apps/server/src/features/inbox/notes/a.ts';

test.each([
  [inbox, "if (channel.kind === 'line') {}"],
  [inbox, 'const path = `/api/channel/line/connect`;'],
  [inbox, "const label = 'Send over LINE';"],
  [inbox, 'connectZaloChannel();'],
  ['apps/web/src/features/inbox/pages/Inbox.tsx', '<LineChannelIcon />'],
  [inbox, "const key = process.env['KEY'];"],
  [inbox, "await fetch('https://example.com');"],
  ['apps/server/src/features/inbox/notes/a.test.ts', "vi.mock('./b.ts');"],
])('%s: %s is refused', (path, text) => {
  expect(findForbiddenWords([makeSourceFile(path, text)])).toHaveLength(1);
});

test.each([
  [inbox, '// LINE delivers twice at times'],
  [inbox, "const first = text.split('\\n').map((line) => readLine(line));"],
  [inbox, 'await client.fetch(path);'],
  ['packages/channels/line/client/connect.ts', "const name = 'LINE';"],
  ['apps/server/src/app/channels.ts', "const kind = 'line';"],
  ['apps/server/src/features/inbox/notes/a.test.ts', "const kind = 'line';"],
])('%s: %s is allowed', (path, text) => {
  expect(findForbiddenWords([makeSourceFile(path, text)])).toEqual([]);
});

test('a file named after a channel is refused outside its places', () => {
  const misplaced = 'apps/server/src/features/inbox/notes/line-text.ts';
  const fine = [
    'packages/channels/line/limits.ts',
    'apps/web/src/features/channels/guides/line/Guide.tsx',
    'packages/retrieval/split/blocks.ts',
  ];
  expect(findMisplacedChannelFiles([misplaced, ...fine])).toEqual([misplaced]);
});
