import { functionsOf } from '../house/report/syntax.ts';
import { beforeLast, namesOf, ScaffoldError, type Tree, withImport } from './tree.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH'] as const;

export interface NewEndpoint {
  readonly name: string;
  readonly feature: string;
  /** GET without it. */
  readonly method?: string | undefined;
  /** `/api/user/<name>` without it. */
  readonly path?: string | undefined;
  /** Least role; `viewer` without it. */
  readonly access?: string | undefined;
  /** File with the feature's endpoints; its routes.ts or feature.ts without it. */
  readonly in?: string | undefined;
}

/** One line of the contract with its handler, its line in the matrix of endpoints and a test. */
export function newEndpoint(tree: Tree, options: NewEndpoint): void {
  const { feature } = options;
  if (!tree.has(`apps/server/src/features/${feature}/feature.ts`))
    throw new ScaffoldError(`there is no feature "${feature}"; npm run new -- feature ${feature} makes it`);
  const endpoint = describeEndpoint(options);
  addToContract(tree, endpoint);
  addHandler(tree, endpoint, options.in ?? fileWithRoutes(tree, feature));
  addRow(tree, endpoint);
  addTest(tree, endpoint);
}

function describeEndpoint({ name, feature, method = 'GET', path, access = 'viewer' }: NewEndpoint) {
  const known = METHODS.find((each) => each === method.toUpperCase());
  if (known === undefined) throw new ScaffoldError(`${method} is none of ${METHODS.join(', ')}`);
  const url = path ?? `/api/user/${name}`;
  if (url.includes('{')) throw new ScaffoldError('a path with parameters is written by hand');
  return { ...namesOf(name), feature, method: known, url, access, hasBody: known !== 'GET' };
}

type Described = ReturnType<typeof describeEndpoint>;

const contractOf = (feature: string): string => `packages/contract/${feature}.ts`;

function addToContract(tree: Tree, endpoint: Described): void {
  const { camel, pascal, title, feature, method, url, access, hasBody } = endpoint;
  const file = contractOf(feature);
  if (!tree.has(file)) {
    tree.create(file, '');
    addContractModule(tree, feature);
  }
  const tag = /\btag: '([^']+)'/.exec(tree.read(file))?.[1] ?? feature.replaceAll('-', ' ');
  const field = hasBody ? 'name: z.string()' : 'asOf: Time';
  const body = hasBody
    ? `
  body: z.object({ name: z.string().trim().min(1).max(80) }).strict(),`
    : '';
  tree.edit(file, (text) => {
    let imported = withImport(withImport(text, 'z', 'zod'), 'endpoint', './endpoint.ts');
    if (!hasBody) imported = withImport(imported, 'Time', './page.ts');
    return `${imported}
export const ${pascal}View = z.object({ ${field} }).strict().meta({ id: '${pascal}View' });

export const ${camel} = endpoint({
  method: '${method}',
  path: '${url}',
  summary: '${title}',
  tag: '${tag}',
  access: '${access}',${body}
  status: 200,
  output: ${pascal}View,
});
`;
  });
}

/** A new file of the contract stands in the list of all endpoints. */
function addContractModule(tree: Tree, feature: string): void {
  const { camel } = namesOf(feature);
  tree.edit('packages/contract/api.ts', (text) =>
    beforeLast(
      `import * as ${camel} from './${feature}.ts';\n${text}`,
      '].flatMap((module)',
      `  ${camel},\n`,
    ),
  );
}

function fileWithRoutes(tree: Tree, feature: string): string {
  const folder = `apps/server/src/features/${feature}`;
  const found = [`${folder}/routes.ts`, `${folder}/feature.ts`].find(
    (file) => tree.has(file) && routesFunction(file, tree.read(file)) !== null,
  );
  if (found === undefined)
    throw new ScaffoldError(
      `say with --in which file of ${folder} has the function that takes \`implement\``,
    );
  return found;
}

interface RoutesFunction {
  /** What the handler reads the database from. */
  readonly database: string;
  readonly body: { readonly start: number; readonly end: number; readonly isBlock: boolean };
}

/** The outermost function whose first parameter is `implement` and which is handed a database. */
function routesFunction(file: string, text: string): RoutesFunction | null {
  for (const { start, body } of functionsOf(file, text)) {
    const header = text.slice(start, body.start);
    const second = /\(\s*implement(?::\s*Implement)?,\s*(\{[^}]*\}|\w+)/.exec(header)?.[1];
    if (second === undefined) continue;
    if (/^\{[^}]*\bdatabase\b/.test(second) || second === 'database') return { database: 'database', body };
    if (!second.startsWith('{')) return { database: `${second}.database`, body };
  }
  return null;
}

function addHandler(tree: Tree, endpoint: Described, file: string): void {
  tree.edit(file, (text) => {
    const found = routesFunction(file, text);
    if (found === null)
      throw new ScaffoldError(
        `${file} has no function with \`implement\` and a database; add the handler by hand`,
      );
    const { start, end, isBlock } = found.body;
    const handler = handlerOf(endpoint, found.database);
    const before = isBlock ? text.slice(0, end - 1) : `${text.slice(0, start)}{\n`;
    const after = isBlock ? text.slice(end - 1) : ` return ${text.slice(start, end)}; }${text.slice(end)}`;
    return withImport(
      `${before}\n${handler}\n${after}`,
      endpoint.camel,
      `@hanasu/contract/${endpoint.feature}`,
    );
  });
}

const handlerOf = ({ camel, hasBody }: Described, database: string): string =>
  hasBody
    ? `implement(${camel}, async ({ body }) => ({ name: body.name }));`
    : `implement(${camel}, (_input, { session }) =>
         ${database}.account(session.accountId, async (transaction) => ({
           asOf: new Date(transaction.now()).toISOString(),
         })),
       );`;

const ROWS = 'apps/server/src/testing';

function addRow(tree: Tree, { camel, feature, hasBody }: Described): void {
  const own = `${ROWS}/rows/${feature}.rows.ts`;
  const file = tree.has(own) ? own : `${ROWS}/endpoint-rows.ts`;
  const rows = file === own ? './row.ts' : './rows/row.ts';
  const row = hasBody
    ? `row(${camel}, () => ({ body: { name: 'Example' } }), wrongBodies({ name: { name: ' ' } })),`
    : `row(${camel}, nothing),`;
  tree.edit(file, (text) => {
    const added = beforeLast(text, '\n];', `\n${row}`);
    const named = withImport(added, camel, `@hanasu/contract/${feature}`);
    return withRowImport(named, hasBody ? 'wrongBodies' : 'nothing', rows);
  });
}

/** Beside the type that is imported from there. */
const withRowImport = (text: string, name: string, from: string): string =>
  withImport(withImport(text, 'row', from), name, from);

function addTest(tree: Tree, { kebab, camel, feature, method, url, hasBody }: Described): void {
  const call = hasBody ? `person.call(${camel}, { body: { name: 'Example' } })` : `person.call(${camel})`;
  const expected = hasBody ? `{ name: 'Example' }` : '{ asOf: expect.any(String) }';
  tree.create(
    `apps/server/src/features/${feature}/${kebab}.test.ts`,
    `import { ${camel} } from '@hanasu/contract/${feature}';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('${method} ${url} answers a member of the account', async () => {
  const person = await server.register();
  expect(await ${call}).toEqual(${expected});
});
`,
  );
}
