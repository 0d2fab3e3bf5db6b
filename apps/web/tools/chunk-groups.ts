import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

type Group = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups'] extends
  | readonly (infer One)[]
  | undefined
  ? One
  : never;
type NameOf = Exclude<Group['name'], string>;
type Graph = Parameters<NameOf>[1];

const mantine = (names: string) => `@mantine/core/.*/(?:${names})/`;
/** Fields and small parts that every page has. */
const BASICS = new RegExp(
  `/@mantine/hooks/|${mantine('Input|InputBase|InlineInput|TextInput|Stack|Alert|CloseButton|ActionIcon|Avatar|Badge|Skeleton|VisuallyHidden|Checkbox|SegmentedControl|FloatingIndicator|utils|DirectionProvider|use-mantine-color-scheme')}|/@tanstack/(?:react-query|query-core)/`,
);
/** What opens over a page: menus and tips. Pages for signing in have none. */
const FLOATING = new RegExp(
  `/node_modules/@floating-ui/|${mantine('Popover|Menu|Tooltip|Floating|Portal|FocusTrap')}`,
);
/** What a page opens when it is asked to. */
const DIALOGS = new RegExp(
  `/node_modules/react-remove-scroll[^/]*/|/shell/components/ConfirmDelete\\.tsx$|${mantine('Modal|ModalBase|Drawer')}`,
);
/** Lists to choose from, and the pages of a table. */
const CHOICES = new RegExp(mantine('Combobox|Select|MultiSelect|TagsInput|PillsInput|Pill'));
/** What only pages with a form need. */
const FORMS = /\/node_modules\/(?:react-hook-form|@hookform|zod)\/|\/apply-form-error\.ts$/;
const REACT = /\/node_modules\/(?:react|react-dom|scheduler)\//;

/**
 * One file for the words of a feature in one language, one for those of errors, one each for those of budgets and of the
 * message composer, and one for the others of the shell and the entities.
 */
const wordsChunk = (path: string): string => {
  const [, feature, entity, locale] =
    /\/src\/(?:features\/([^/]+)|entities\/(budget|message)(?=\/))?.*\/words\/(\w+)\.ts$/.exec(path) ?? [];
  return `words-${path.includes('/shell/api/') ? 'errors' : (feature ?? entity ?? 'start')}-${locale}`;
};

const MAIN = resolve(import.meta.dirname, '../src/main.ts');
const ROUTE = /\/src\/routes\/(.+)\.tsx\?tsr-split=/;
const FRAME = /\/src\/shell\/layout\/(AppLayout|PublicLayout)\.tsx$/;
/** More pages have it than not. */
const SHARED_BY = 13;
/** A contract's schemas, which only forms use; what pages call is apart (`slim-contract.ts`). */
const WITH_SCHEMAS = /\/packages\/contract\/[\w-]+\.ts$/;
const isOurs = (id: string): boolean => /^\/(?!.*\/node_modules\/)/.test(id);
const isPart = (id: string): boolean => isOurs(id) && !ROUTE.test(id) && !WITH_SCHEMAS.test(id);

/**
 * Few files instead of fifty small ones: each is a round trip on a slow line, and browsers fetch six at once. React
 * changes seldom, so browsers keep it between releases.
 */
export const CHUNK_GROUPS: Group[] = [
  { debugName: 'words', name: wordsChunk, test: /\/words\/(en|ja|vi)\.ts$/, priority: 5 },
  { name: 'react', test: REACT, priority: 4 },
  { name: 'start', tags: ['$initial'], priority: 3 },
  {
    debugName: 'basics',
    name: (id, graph) => (BASICS.test(id) || fileOf(id, graph) === 'basics' ? 'basics' : null),
    test: (id) => BASICS.test(id) || isPart(id),
    minShareCount: 2,
    priority: 2,
  },
  { name: 'floating', test: FLOATING, priority: 2 },
  { name: 'dialogs', test: DIALOGS, priority: 1 },
  { name: 'choices', test: CHOICES, priority: 1 },
  { name: 'forms', test: FORMS, priority: 1 },
  { debugName: 'app', name: fileOf, test: isPart },
];

/** Which of our own modules belong into one file: what each page has, and what each page of whoever is signed in has. */
function fileOf(id: string, graph: Graph): 'basics' | 'app' | null {
  const pages = pagesIn(graph).get(id);
  if (!pages) return null;
  const apps = [...pages].filter((page) => !/^_login\/|^PublicLayout$/.test(page)).length;
  if (!pages.has('AppLayout') && apps < SHARED_BY) return null;
  return apps < pages.size ? 'basics' : 'app';
}

const known = new WeakMap<Graph, ReadonlyMap<string, ReadonlySet<string>>>();

/** Of each module, the routes that show it at once, and not only when something is opened. */
function pagesIn(graph: Graph): ReadonlyMap<string, ReadonlySet<string>> {
  const before = known.get(graph);
  if (before) return before;
  const pages = new Map<string, Set<string>>();
  for (const start of closure(MAIN, graph))
    for (const entry of graph.getModuleInfo(start)?.dynamicallyImportedIds ?? []) {
      const [, route] = ROUTE.exec(entry) ?? FRAME.exec(entry) ?? [];
      if (!route) continue;
      for (const id of closure(entry, graph)) pages.set(id, (pages.get(id) ?? new Set()).add(route));
    }
  known.set(graph, pages);
  return pages;
}

/** A module with everything of ours that it imports at once. */
function closure(id: string, graph: Graph, seen = new Set<string>()): Set<string> {
  if (seen.has(id) || !isOurs(id)) return seen;
  seen.add(id);
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) closure(imported, graph, seen);
  return seen;
}
