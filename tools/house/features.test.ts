import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isTest, ROOT, readSourceFiles } from './source-files.ts';

const FEATURES = path.join(ROOT, 'apps/server/src/features');
const features = readdirSync(FEATURES, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** Values that `public.ts` exports where it is more than it should be; each number may only shrink. */
const LARGE_FRONTS: Record<string, number> = {
  accounts: 19,
  automations: 23,
  channels: 35,
};

/** The same with the modules that it exports counted by their values; each number may only shrink. */
const WIDE_FRONTS: Record<string, number> = {
  channels: 46,
  conversations: 124,
};

const VALUES = /^export (?:async )?(?:function|const|class)\b/gm;

function countBehindFront(feature: string): number {
  const file = path.join(feature, 'public.ts');
  const front = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const modules = new Map(
    [...front.matchAll(/(?:import|export) \* as (\w+) from '([^']+)'/g)].map(([, name, from]) => [
      name,
      from,
    ]),
  );
  const listed = [...front.matchAll(/export\s+\{([^}]*)\}/g)].flatMap(([, names = '']) => names.split(','));
  const exported = listed
    .map((name) => name.trim().split(' as ')[0] ?? '')
    .filter((name) => name !== '' && !name.startsWith('type '));
  const direct = [...front.matchAll(/export \* as (\w+)/g)].map(([, name = '']) => name);
  return [...exported, ...direct].reduce((sum, name) => {
    const from = modules.get(name);
    return sum + (from ? (readFileSync(path.join(feature, from), 'utf8').match(VALUES)?.length ?? 0) : 1);
  }, front.match(VALUES)?.length ?? 0);
}

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

  test('has behind its front, modules counted by what they export, no more than it had', () => {
    expect(countBehindFront(path.join(FEATURES, feature))).toBeLessThanOrEqual(WIDE_FRONTS[feature] ?? 30);
  });
});

/** Logic above this is split by reason to change; data, translations, fixtures and tests may be long. */
const LINES_MAX = 400;
const LONG_BY_NATURE =
  /\/(words|guides\/[a-z]+)\/(en|ja|vi)\.ts$|\.(data|tables)\.ts$|\/(data|migrations)\/|stop-words|icon-data|catalogue\//;

test(`no file has more than ${LINES_MAX} lines`, () => {
  const tooLong = readSourceFiles()
    .filter(({ path: file }) => !isTest(file) && !LONG_BY_NATURE.test(file))
    .filter(({ text }) => text.split('\n').length > LINES_MAX)
    .map(({ path: file, text }) => `${file} has ${text.split('\n').length} lines`);
  expect(tooLong).toEqual([]);
});
