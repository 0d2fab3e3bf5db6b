import { newEndpoint } from './new-endpoint.ts';
import { beforeLast, namesOf, ScaffoldError, type Tree } from './tree.ts';

export interface NewFeature {
  readonly name: string;
  /** The highest without it. Its features may import those of lower floors. */
  readonly floor?: string | undefined;
}

/** A feature with its README, its place on a floor and a first endpoint. `public.ts` comes with its first caller. */
export function newFeature(tree: Tree, { name, floor }: NewFeature): void {
  const { camel, kebab } = namesOf(name);
  const folder = `apps/server/src/features/${kebab}`;
  tree.create(`${folder}/README.md`, readme(kebab));
  tree.create(
    `${folder}/feature.ts`,
    `import type { Database } from '../../platform/database/database.ts';
import { defineFeature } from '../../platform/feature.ts';

export const ${camel}Feature = defineFeature<{ readonly database: Database }>({
  name: '${kebab}',
  routes: (implement, { database }) => {},
});
`,
  );
  tree.edit('apps/server/src/app/features.ts', (text) =>
    beforeLast(
      `import { ${camel}Feature } from '../features/${kebab}/feature.ts';\n${text}`,
      '\n];',
      `\n  ${camel}Feature,`,
    ),
  );
  addToFloor(tree, kebab, floor);
  newEndpoint(tree, { name: `read-${kebab}`, feature: kebab, path: `/api/user/${kebab}` });
}

const readme = (name: string): string => `# ${name}

What it is for, in one sentence.

- Owns no tables yet. They go to \`schema/${name}.tables.ts\`; only this feature writes them.
- \`feature.ts\`: its endpoints, and later its workers and jobs.
- What other features call goes to \`public.ts\`, which comes with the first of them.
`;

/** The check of the floors, and the table of them. */
function addToFloor(tree: Tree, name: string, floor: string | undefined): void {
  const check = 'tools/house/floors.test.ts';
  const [, list = ''] = /const FLOORS[^=]*= \[\n([\s\S]*?)\n\];/.exec(tree.read(check)) ?? [];
  const floors = list.split('\n');
  const number = floor === undefined ? floors.length - 1 : Number(floor);
  const line = floors[number];
  if (line === undefined) throw new ScaffoldError(`there are floors 0 to ${floors.length - 1}`);
  tree.edit(check, (text) => text.replace(line, line.replace(/\],$/, `, '${name}'],`)));
  const row = new RegExp(`^(\\| ${number} +\\| .*?)( *\\|)$`, 'm');
  tree.edit('ARCHITECTURE.md', (text) => text.replace(row, `$1 · \`${name}\`$2`));
}
