import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isTest, ROOT, readSourceFiles } from './source-files.ts';

const FEATURES = path.join(ROOT, 'apps/server/src/features');
const features = readdirSync(FEATURES, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** Values that `public.ts` exports where it is more than it should be; each number may only shrink. */
const LARGE_FRONTS: Record<string, number> = {
  automations: 23,
  conversations: 41,
};

describe.each(features.map(({ name }) => name))('feature %s', (feature) => {
  test('says in its README what it owns', () => {
    const readme = path.join(FEATURES, feature, 'README.md');
    expect(existsSync(readme)).toBe(true);
    expect(readFileSync(readme, 'utf8').split('\n').length).toBeGreaterThan(5);
  });

  test('has a public front that only gets smaller', () => {
    const file = path.join(FEATURES, feature, 'public.ts');
    // Nothing calls features at the top.
    const front = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const named = [...front.matchAll(/export\s+(type\s+)?\{([^}]*)\}/g)].flatMap(([, type, names = '']) =>
      type === undefined ? names.split(',').filter((name) => name.trim() && !/^\s*type\s/.test(name)) : [],
    );
    const declared = front.match(/^export (?:async )?(?:function|const|class)\b/gm) ?? [];
    expect(named.length + declared.length).toBeLessThanOrEqual(LARGE_FRONTS[feature] ?? 15);
  });
});

/** Logic above this is split by reason to change; data, translations, fixtures and tests may be long. */
const LINES_MAX = 400;
const LONG_BY_NATURE = /\/i18n\/|\.(data|tables)\.ts$|\/(data|migrations)\/|stop-words|icon-data|catalogue\//;

test(`no file has more than ${LINES_MAX} lines`, () => {
  const tooLong = readSourceFiles()
    .filter(({ path: file }) => !isTest(file) && !LONG_BY_NATURE.test(file))
    .filter(({ text }) => text.split('\n').length > LINES_MAX)
    .map(({ path: file, text }) => `${file} has ${text.split('\n').length} lines`);
  expect(tooLong).toEqual([]);
});
