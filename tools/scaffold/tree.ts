import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The files of the project with changes that are not written yet, so that a scaffold that can't finish changes nothing. */
export interface Tree {
  read(file: string): string;
  has(file: string): boolean;
  list(folder: string): string[];
  /** Makes a file; there must be none. */
  create(file: string, text: string): void;
  /** Changes a file; `change` throws where it finds no place. */
  edit(file: string, change: (text: string) => string): void;
  /** Writes everything and says what was made and changed. */
  write(): { readonly made: readonly string[]; readonly changed: readonly string[] };
}

export class ScaffoldError extends Error {}

export function openTree(root: string): Tree {
  const made = new Map<string, string>();
  const changed = new Map<string, string>();
  const has = (file: string): boolean => made.has(file) || existsSync(path.join(root, file));
  const read = (file: string): string =>
    made.get(file) ?? changed.get(file) ?? readFileSync(path.join(root, file), 'utf8');
  return {
    has,
    read,
    list: (folder) => (existsSync(path.join(root, folder)) ? readdirSync(path.join(root, folder)) : []),
    create: (file, text) => {
      if (has(file)) throw new ScaffoldError(`${file} is there already`);
      made.set(file, text);
    },
    edit: (file, change) => {
      if (!has(file)) throw new ScaffoldError(`there is no ${file}`);
      (made.has(file) ? made : changed).set(file, change(read(file)));
    },
    write: () => {
      for (const [file, text] of [...made, ...changed]) {
        mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
        writeFileSync(path.join(root, file), text);
      }
      return { made: [...made.keys()], changed: [...changed.keys()] };
    },
  };
}

/** A name in the ways that files, variables, types and people write it. */
export function namesOf(name: string) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new ScaffoldError(`"${name}" is no name; names are like weekly-report`);
  const pascal = name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  const words = name.replaceAll('-', ' ');
  return {
    kebab: name,
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    title: words.charAt(0).toUpperCase() + words.slice(1),
    constant: name.replaceAll('-', '_').toUpperCase(),
  };
}

/** Imports `name` from a module, unless the file does so. */
export function withImport(text: string, name: string, from: string): string {
  const escaped = from.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  const present = new RegExp(`import \\{([^}]*)\\} from '${escaped}';`).exec(text);
  if (present === null) return `import { ${name} } from '${from}';\n${text}`;
  const names = (present[1] ?? '').split(',').map((each) => each.trim());
  if (names.includes(name)) return text;
  const all = [...names.filter((each) => each !== ''), name].join(', ');
  return text.replace(present[0], `import { ${all} } from '${from}';`);
}

/** Puts `added` before the last place where `mark` stands. */
export function beforeLast(text: string, mark: string, added: string): string {
  const at = text.lastIndexOf(mark);
  if (at < 0) throw new ScaffoldError(`no place was found: "${mark.trim()}" is missing`);
  return text.slice(0, at) + added + text.slice(at);
}
