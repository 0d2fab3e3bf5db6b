import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Plugin, parseSync } from 'vite';

const CONTRACT = resolve(import.meta.dirname, '../../../packages/contract');
const PLAIN = '?plain';
/**
 * What the browser needs of an endpoint: what goes in and out is checked by types here, and by the server. By `access`
 * pages leave out what a role may not do.
 */
const CALLED_BY: ReadonlySet<string> = new Set(['method', 'path', 'access']);

/**
 * Makes the contract as small as what a page uses of it, in two ways. Endpoints (their method and path) and plain lists
 * come as a module of their own, so that a page that only calls does not load the schemas, and zod with them. And a
 * schema that no form checks with is left out, which has to be said, because making one is a call.
 */
export function slimContract(): Plugin {
  return {
    name: 'hanasu:slim-contract',
    apply: 'build',
    enforce: 'post',
    async resolveId(source, importer) {
      if (!source.startsWith('@hanasu/contract/') || !source.endsWith(PLAIN)) return null;
      const found = await this.resolve(source.slice(0, -PLAIN.length), importer);
      return found && found.id + PLAIN;
    },
    load(id) {
      if (!id.startsWith(CONTRACT) || !id.endsWith(PLAIN)) return null;
      const consts = [...plainOf(id.slice(0, -PLAIN.length))];
      return { code: consts.map(([name, text]) => `export const ${name} = ${text};`).join('\n'), map: null };
    },
    transform(code, id) {
      if (id.startsWith(CONTRACT))
        return id.endsWith(PLAIN) ? null : edited(code, pureParts(this.parse(code)));
      return code.includes('@hanasu/contract/') ? edited(code, importParts(this.parse(code), code)) : null;
    },
  };
}

type Program = ReturnType<typeof parseSync>['program'];
type Statement = Program['body'][number];
interface Part {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** From the end, so that the places before it stay right; lines stay lines, as the source map has them. */
function edited(code: string, parts: readonly Part[]): { code: string; map: null } | null {
  if (parts.length === 0) return null;
  const text = parts
    .toSorted((one, other) => other.start - one.start)
    .reduce((whole, part) => whole.slice(0, part.start) + part.text + whole.slice(part.end), code);
  return { code: text, map: null };
}

const constsOf = (statement: Statement) => {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return declaration?.type === 'VariableDeclaration' ? declaration.declarations : [];
};

const pureParts = ({ body }: Program): Part[] =>
  body.flatMap(constsOf).flatMap(({ init }) =>
    init?.type === 'CallExpression'
      ? [
          { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => ' },
          { start: init.end, end: init.end, text: ')()' },
        ]
      : [],
  );

const known = new Map<string, ReadonlyMap<string, string>>();
/** What a file of the contract exports without any schema: name and text. */
function plainOf(file: string): ReadonlyMap<string, string> {
  const before = known.get(file);
  if (before) return before;
  const code = readFileSync(file, 'utf8');
  const exported = parseSync(file, code).program.body.filter(({ type }) => type === 'ExportNamedDeclaration');
  const found = exported.flatMap(constsOf).flatMap(({ id, init }) => {
    const text = id.type === 'Identifier' && init ? plainText(init, code) : null;
    return id.type === 'Identifier' && text !== null ? [[id.name, text] as const] : [];
  });
  const plain = new Map(found);
  known.set(file, plain);
  return plain;
}

type Expression = NonNullable<ReturnType<typeof constsOf>[number]['init']>;

function plainText(given: Expression, code: string): string | null {
  const value =
    given.type === 'TSAsExpression' || given.type === 'TSSatisfiesExpression' ? given.expression : given;
  const text = code.slice(value.start, value.end);
  if (value.type === 'Literal') return text;
  if (value.type === 'ArrayExpression')
    return value.elements.every((each) => each?.type === 'Literal') ? text : null;
  if (value.type === 'BinaryExpression')
    return [value.left, value.right].every((each) => each.type === 'Literal') ? text : null;
  if (value.type !== 'CallExpression') return null;
  const [definition] = value.arguments;
  const isEndpoint = value.callee.type === 'Identifier' && value.callee.name === 'endpoint';
  if (!isEndpoint || definition?.type !== 'ObjectExpression') return null;
  const kept = definition.properties.filter(
    (each) => each.type === 'Property' && each.key.type === 'Identifier' && CALLED_BY.has(each.key.name),
  );
  return `{ ${kept.map(({ start, end }) => code.slice(start, end)).join(', ')} }`;
}

/** Imports of the contract, those of plain things apart from the others. */
function importParts({ body }: Program, code: string): Part[] {
  return body.flatMap((statement) => {
    if (statement.type !== 'ImportDeclaration') return [];
    const [, module] = /^@hanasu\/contract\/([\w-]+)$/.exec(statement.source.value) ?? [];
    if (!module) return [];
    const plain = plainOf(`${CONTRACT}/${module}.ts`);
    // A form checks with what goes into an endpoint.
    const isUsedWhole = (local: string) =>
      new RegExp(`\\b${local}\\.(body|query|params|output)\\b`).test(code);
    const named = statement.specifiers.flatMap((each) =>
      each.type === 'ImportSpecifier' && each.imported.type === 'Identifier'
        ? [{ imported: each.imported.name, local: each.local.name }]
        : [],
    );
    if (named.length !== statement.specifiers.length || named.length === 0) return [];
    const from = (source: string, isPlain: boolean) => {
      const names = named.filter(
        ({ imported, local }) => (plain.has(imported) && !isUsedWhole(local)) === isPlain,
      );
      const list = names.map(({ imported, local }) => `${imported} as ${local}`).join(', ');
      return names.length > 0 ? `import { ${list} } from ${JSON.stringify(source)};` : '';
    };
    const source = `@hanasu/contract/${module}`;
    const { start, end } = statement;
    return [{ start, end, text: from(source + PLAIN, true) + from(source, false) }];
  });
}
