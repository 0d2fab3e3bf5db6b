import { isTest, type SourceFile } from '../source-files.ts';
import { functionsOf } from './syntax.ts';

/** Lines of the most a file and of 99 of 100 functions may have. */
export const LONGEST_FILE = 400;

const PRODUCTION = /^(?:apps\/(?:server|web|widget|form)|packages)\//;
const GENERATED =
  /\.gen\.ts$|\/migrations\/|\/(?:words|guides\/[a-z]+)\/(?:en|ja|vi)\.ts$|^apps\/web\/src\/routes\//;
const FEATURE = /^apps\/server\/src\/features\/([^/]+)\//;

/** What a person wrote for the program itself: no tests, translations, generated or route files. */
export const productionFiles = (sources: readonly SourceFile[]): SourceFile[] =>
  sources.filter(({ path }) => PRODUCTION.test(path) && !GENERATED.test(path) && !isTest(path));

/** Entry points and settings are named by tools, not imported. */
const isEntry = (path: string): boolean =>
  /\/main\.tsx?$|\.config\.ts$|-thread\.ts$|-child\.ts$|\/rotate-key\.ts$|\.worker\.ts$/.test(path);

export interface Share {
  readonly files: number;
  readonly single: number;
}

function importersOf(files: readonly SourceFile[]): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    for (const { target } of imports) {
      if (target) importers.set(target, (importers.get(target) ?? new Set()).add(path));
    }
  }
  return importers;
}

/** `file (lines) -> its only importer`, of files whose path matches. */
export function singleUsers(files: readonly SourceFile[], pattern = ''): string[] {
  const importers = importersOf(files);
  return files
    .filter(({ path }) => new RegExp(pattern).test(path) && importers.get(path)?.size === 1)
    .map(
      ({ path, text }) => `${path} (${text.split('\n').length}) -> ${[...(importers.get(path) ?? [])][0]}`,
    );
}

/** How many files have exactly one file that imports them; imports of types count. */
export function singleUse(files: readonly SourceFile[]): Share {
  const importers = importersOf(files);
  const counted = files.filter(({ path }) => !isEntry(path));
  return {
    files: counted.length,
    single: counted.filter(({ path }) => importers.get(path)?.size === 1).length,
  };
}

export interface Functions {
  readonly count: number;
  /** More than three positional parameters, an open transaction apart. */
  readonly wide: number;
  readonly p99Lines: number;
}

export function measureFunctions(files: readonly SourceFile[]): Functions {
  const found = files.flatMap(({ path, text }) => functionsOf(path, text));
  const lines = found.map((each) => each.lines).sort((one, other) => one - other);
  return {
    count: found.length,
    wide: found.filter(({ parameters, hasTransaction }) => parameters - (hasTransaction ? 1 : 0) > 3).length,
    p99Lines: lines[Math.floor(lines.length * 0.99)] ?? 0,
  };
}

export const featureOf = (path: string): string | null => FEATURE.exec(path)?.[1] ?? null;

/** For each feature those whose files it imports, for types too. */
function featureImports(files: readonly SourceFile[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const from = featureOf(path);
    if (from === null) continue;
    const known = graph.get(from) ?? new Set<string>();
    graph.set(from, known);
    for (const { target } of imports) {
      const to = target === null ? null : featureOf(target);
      if (to !== null && to !== from) known.add(to);
    }
  }
  return graph;
}

/** Groups of more than one that reach each other (Tarjan's strongly connected components). */
function circlesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): void => {
    const place = index.size;
    index.set(node, place);
    low.set(node, place);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(node) !== place) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles;
}

const TABLE = /(?:\bconst\s+(\w+)\s*=\s*)?\bpgTable\(\s*'([a-z_]+)'/g;
const WRITE = /\b(?:insert\s+into|update|delete\s+from)\s+([a-z_]+)\b/gi;
/** The name of the table stands elsewhere in the file. */
const WRITE_BY_NAME = /\b(?:insert\s+into|update|delete\s+from)\s+\$\{/i;
const QUOTED = /'([a-z_]+)'/g;
const BUILDER_WRITE = /\.(?:insert|update|delete)\(\s*(?:\w+\.)?(\w+)\s*\)/g;

/** `writer > owner` for each pair of which one writes a table of the other, by SQL or by Drizzle's builder. */
export function foreignWrites(files: readonly SourceFile[]): string[] {
  const features = new Set(files.map(({ path }) => featureOf(path)));
  const owners = new Map<string, string>();
  const tables = new Map<string, string>();
  for (const { path, code } of files) {
    for (const [, constant, table = ''] of code.matchAll(TABLE)) {
      owners.set(table, tableOwner(path, features));
      if (constant) tables.set(constant, table);
    }
  }
  const pairs = files.flatMap((file) => {
    const writer = writerOf(file.path);
    if (writer === null) return [];
    return writtenTables(file, tables)
      .map((table) => owners.get(table))
      .filter((owner) => owner !== undefined && owner !== writer)
      .map((owner) => `${writer} > ${owner}`);
  });
  return [...new Set(pairs)].sort();
}

function writtenTables({ code, imports }: SourceFile, tables: ReadonlyMap<string, string>): string[] {
  const firsts = (pattern: RegExp): string[] => [...code.matchAll(pattern)].map(([, first = '']) => first);
  const knowsTables = imports.some(({ target }) => target?.endsWith('.tables.ts'));
  return [
    ...firsts(WRITE),
    ...(WRITE_BY_NAME.test(code) ? firsts(QUOTED) : []),
    ...(knowsTables ? firsts(BUILDER_WRITE).map((constant) => tables.get(constant) ?? '') : []),
  ];
}

/** Tables of a schema file that is named for no feature belong to the platform. */
function tableOwner(path: string, features: ReadonlySet<string | null>): string {
  const owner = featureOf(path) ?? /\/schema\/([^./]+)[^/]*\.tables\.ts$/.exec(path)?.[1] ?? null;
  return owner !== null && features.has(owner) ? owner : 'platform';
}

/** The files that put the program together are `app`; null: none of the server's. */
function writerOf(path: string): string | null {
  if (!path.startsWith('apps/server/src/') || path.startsWith('apps/server/src/schema/')) return null;
  return featureOf(path) ?? (path.startsWith('apps/server/src/platform/') ? 'platform' : 'app');
}

/** Files that put features together. */
export const wiringFiles = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^apps\/server\/src\/(?:app\/.+|[^/]+)\.ts$/.test(path))
    .filter(({ imports }) => imports.some(({ target }) => target !== null && featureOf(target) !== null))
    .map(({ path }) => path);

export interface FeatureNumbers {
  readonly features: number;
  readonly circles: string[][];
  readonly foreignWrites: string[];
}

export function measureFeatures(files: readonly SourceFile[]): FeatureNumbers {
  const graph = featureImports(files);
  return { features: graph.size, circles: circlesOf(graph), foreignWrites: foreignWrites(files) };
}

export const longFiles = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ text }) => text.split('\n').length > LONGEST_FILE)
    .map(({ path, text }) => `${path} ${text.split('\n').length}`);
