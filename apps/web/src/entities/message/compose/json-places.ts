// Where the parts of a JSON text stand, so that a problem can be shown at its line. Pure.

interface JsonProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  readonly reason: 'empty' | 'unexpected' | 'unfinished' | 'twice';
  /** What stands there; of `twice` the name. */
  readonly found: string;
}
export interface JsonPlaces {
  /** Offsets by path, as `body.contents[0].text`; the whole is ''. */
  readonly offsets: ReadonlyMap<string, number>;
  readonly problem: JsonProblem | null;
}

/** Of a place in a text; counted from 1. */
function lineAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}

class JsonFault extends Error {
  readonly offset: number;
  readonly reason: JsonProblem['reason'];
  readonly found: string;
  constructor(offset: number, reason: JsonProblem['reason'], found: string) {
    super(reason);
    this.offset = offset;
    this.reason = reason;
    this.found = found;
  }
}

const SPACE = /[\t\n\r ]*/y;
/** Every character from the space on; control characters are no part of a string. */
const STRING = /"(?:[\u0020\u0021\u0023-\u005b\u005d-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const OTHER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;
const DEPTH_MAX = 100;

const under = (path: string, name: string): string => {
  if (!PLAIN_NAME.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
};

/** Reads JSON as the standard has it: what `JSON.parse` takes has no problem here, and the other way round. */
export function jsonPlaces(text: string): JsonPlaces {
  const offsets = new Map<string, number>();
  let at = 0;
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const fault = (): JsonFault => {
    const found = /^\S[^\s,:{}[\]]{0,15}/u.exec(text.slice(at))?.[0];
    return new JsonFault(at, found === undefined ? 'unfinished' : 'unexpected', found ?? '');
  };
  const take = (mark: string): boolean => {
    match(SPACE);
    if (text[at] !== mark) return false;
    at += 1;
    return true;
  };
  const need = (mark: string): void => {
    if (!take(mark)) throw fault();
  };
  const members = (path: string, depth: number): void => {
    const names = new Set<string>();
    if (take('}')) return;
    do {
      match(SPACE);
      const from = at;
      const quoted = match(STRING);
      if (quoted === null) throw fault();
      const name = JSON.parse(quoted) as string;
      if (names.has(name)) throw new JsonFault(from, 'twice', name);
      names.add(name);
      need(':');
      value(under(path, name), depth);
    } while (take(','));
    need('}');
  };
  const elements = (path: string, depth: number): void => {
    if (take(']')) return;
    let index = 0;
    do {
      value(`${path}[${index}]`, depth);
      index += 1;
    } while (take(','));
    need(']');
  };
  const value = (path: string, depth: number): void => {
    match(SPACE);
    if (depth > DEPTH_MAX) throw fault();
    offsets.set(path, at);
    if (take('{')) members(path, depth + 1);
    else if (take('[')) elements(path, depth + 1);
    else if (match(STRING) === null && match(OTHER) === null) throw fault();
  };
  try {
    if (text.trim() === '') throw new JsonFault(0, 'empty', '');
    value('', 0);
    match(SPACE);
    if (at < text.length) throw fault();
    return { offsets, problem: null };
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const { offset, reason, found } = error;
    return { offsets, problem: { ...lineAt(text, offset), reason, found } };
  }
}

/** The line of what a problem is about; where that is not there, of what it should be in. Counted from 1. */
export function lineOfPath(text: string, { offsets }: JsonPlaces, path: string): number {
  let wanted = path;
  while (!offsets.has(wanted) && wanted !== '') {
    const end = Math.max(wanted.lastIndexOf('.'), wanted.lastIndexOf('['));
    wanted = end <= 0 ? '' : wanted.slice(0, end);
  }
  return lineAt(text, offsets.get(wanted) ?? 0).line;
}
