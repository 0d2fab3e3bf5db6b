import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Import {
  /** As written. */
  readonly specifier: string;
  /** Path of the imported file from the root of the project; null for a library or a program part of Node. */
  readonly target: string | null;
  readonly typeOnly: boolean;
}

export interface SourceFile {
  /** From the root of the project, with `/`. */
  readonly path: string;
  readonly text: string;
  /** `text` with comments blanked out, line numbers unchanged. */
  readonly code: string;
  readonly imports: readonly Import[];
}

export const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = ['apps', 'packages', 'tools', 'bench', 'e2e'];
const SKIPPED = new Set(['node_modules', 'dist', 'test-results', 'playwright-report']);

/** All TypeScript of the project that a person wrote. */
export function readSourceFiles(): SourceFile[] {
  const paths = FOLDERS.flatMap((folder) => listBelow(folder)).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(gen|d)\.ts$/.test(file),
  );
  return paths.map((file) => makeSourceFile(file, readFileSync(path.join(ROOT, file), 'utf8')));
}

/** Every file below a folder, as paths from the root of the project. */
export function listBelow(folder: string): string[] {
  // Git keeps no empty folders, so a fresh clone may lack one.
  if (!existsSync(path.join(ROOT, folder))) return [];
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const name = `${folder}/${entry.name}`;
    return entry.isDirectory() ? listBelow(name) : [name];
  });
}

export function makeSourceFile(file: string, text: string): SourceFile {
  const code = withoutComments(text);
  return { path: file, text, code, imports: readImports(file, code) };
}

const STRING_OR_COMMENT =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<![\\:])\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

const withoutComments = (text: string): string =>
  text.replace(STRING_OR_COMMENT, (part) => (part.startsWith('/') ? part.replace(/[^\n]/g, ' ') : part));

const STATIC_IMPORT = /(?:^|\n)[ \t]*(?:import|export)\s+(type\s+)?([^'";]*?\bfrom\s*)?['"]([^'"\n]+)['"]/g;
const DYNAMIC_IMPORT = /\bimport\(\s*['"]([^'"\n]+)['"]\s*\)/g;

function readImports(file: string, code: string): Import[] {
  const found = [...code.matchAll(STATIC_IMPORT)].map(([, type, names = '', specifier = '']) => ({
    specifier,
    typeOnly: type !== undefined || hasOnlyTypes(names),
  }));
  const dynamic = [...code.matchAll(DYNAMIC_IMPORT)].map(([, specifier = '']) => ({
    specifier,
    typeOnly: false,
  }));
  return [...found, ...dynamic].map((each) => ({ ...each, target: targetOf(file, each.specifier) }));
}

/** `{ type A, type B } from` */
function hasOnlyTypes(names: string): boolean {
  const inBraces = /^\{([^}]*)\}\s*from\s*$/.exec(names.trim())?.[1];
  if (inBraces === undefined) return false;
  const parts = inBraces.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').every((part) => part.startsWith('type '));
}

function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.'))
    return path.posix.join(path.posix.dirname(file), specifier.split('?')[0] ?? '');
  const own = /^@hanasu\/([a-z-]+)\/(.+)$/.exec(specifier);
  return own === null ? null : `packages/${own[1]}/${own[2]}.ts`;
}

export const isTest = (file: string): boolean =>
  /\.(test|bench|e2e|fixture)\.tsx?$|(^|\/)(testing|fixtures?)\/|\/testing\.ts$|^(e2e|bench)\//.test(file);
