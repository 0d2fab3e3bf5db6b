import { expect, test } from 'vitest';
import { makeSourceFile } from './source-files.ts';
import { readTestProjects } from './test-projects.ts';

const TEST_DATABASE = "import { createTestDatabase } from '../testing/test-database.ts';";

function projectsOf(files: Readonly<Record<string, string>>) {
  return readTestProjects(Object.entries(files).map(([path, text]) => makeSourceFile(path, text)));
}

test('a test whose imports lead to a database is of the project db', () => {
  const projects = projectsOf({
    'apps/server/src/bots/shop.fixture.ts': TEST_DATABASE,
    'apps/server/src/bots/bot.test.ts': "import { openShop } from './shop.fixture.ts';",
    'apps/server/src/bots/type.test.ts': "import type { Shop } from './shop.fixture.ts';",
    'apps/web/src/Button.test.tsx': "import { Button } from './Button.tsx';",
  });
  expect(projects).toEqual({
    db: ['apps/server/src/bots/bot.test.ts'],
    unit: ['apps/server/src/bots/type.test.ts'],
    unitWeb: ['apps/web/src/Button.test.tsx'],
  });
});

test('a test that asks for the database of the run itself is of the project db', () => {
  // In two parts, so that this file asks for none.
  const { db } = projectsOf({ 'apps/server/src/a.test.ts': `const url = ${'inject'}('testOwnerUrl');` });
  expect(db).toEqual(['apps/server/src/a.test.ts']);
});

test('files that import each other are followed to their end', () => {
  const { db } = projectsOf({
    'apps/server/src/bots/one.ts':
      "import './two.ts';\nimport { createTestDatabase } from '../testing/test-database.ts';",
    'apps/server/src/bots/two.ts': "import './one.ts';",
    'apps/server/src/bots/two.test.ts': "import './two.ts';",
  });
  expect(db).toEqual(['apps/server/src/bots/two.test.ts']);
});
