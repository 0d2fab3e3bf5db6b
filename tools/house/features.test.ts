import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';
import { isTest, ROOT, readSourceFiles } from './source-files.ts';

const FEATURES = path.join(ROOT, 'apps/server/src/features');
const features = readdirSync(FEATURES, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** Values that other features may call; each number may only shrink. */
const LARGE_FRONTS: Record<string, number> = {
  answering: 13,
  bots: 22,
  conversations: 120,
};
const FRONT_MAX = 12;

describe.each(features.map(({ name }) => name))('feature %s', (feature) => {
  test('says in its README what it owns', () => {
    const readme = path.join(FEATURES, feature, 'README.md');
    expect(existsSync(readme)).toBe(true);
    expect(readFileSync(readme, 'utf8').split('\n').length).toBeGreaterThan(5);
  });

  test('has a public front that only gets smaller', () => {
    const file = path.join(FEATURES, feature, 'public.ts');
    // Nothing calls features at the top.
    const values = existsSync(file) ? exportedValues(file) : [];
    expect(values.length, values.join(', ')).toBeLessThanOrEqual(LARGE_FRONTS[feature] ?? FRONT_MAX);
  });
});

/** Names of the values that a module exports; of a namespace those of its module, `conversations.markRead`. */
function exportedValues(file: string): string[] {
  const body = parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }).body;
  const namespaces = new Map<string, string>();
  for (const statement of body) {
    if (statement.type !== 'ImportDeclaration') continue;
    for (const specifier of statement.specifiers) {
      if (specifier.type === 'ImportNamespaceSpecifier')
        namespaces.set(specifier.local.name, path.join(path.dirname(file), statement.source.value));
    }
  }
  return body.flatMap((statement) => {
    if (statement.type === 'ExportAllDeclaration') {
      const name = statement.exported && 'name' in statement.exported ? `${statement.exported.name}.` : '';
      const module = path.join(path.dirname(file), statement.source.value);
      return exportedValues(module).map((value) => `${name}${value}`);
    }
    if (statement.type !== 'ExportNamedDeclaration' || statement.exportKind === 'type') return [];
    const { declaration, specifiers } = statement;
    return [
      ...specifiers.flatMap((specifier) => {
        if (specifier.exportKind === 'type') return [];
        const [local, name] = [specifier.local, specifier.exported].map((one) =>
          'name' in one ? one.name : one.value,
        );
        const module = namespaces.get(local ?? '');
        return module ? exportedValues(module).map((value) => `${name}.${value}`) : [name ?? ''];
      }),
      ...declaredValues(declaration),
    ];
  });
}

type Declared = Extract<
  ReturnType<typeof parseAst>['body'][number],
  { type: 'ExportNamedDeclaration' }
>['declaration'];

function declaredValues(declaration: Declared): string[] {
  if (declaration?.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  const isValue = declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration';
  return isValue && declaration.id ? [declaration.id.name] : [];
}

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
