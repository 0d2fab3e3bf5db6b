import path from 'node:path';
import type { Node, SourceFile } from 'typescript/unstable/ast';
import { isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast/is';
import { API, type Checker, type Type, TypeFlags, type TypeReference } from 'typescript/unstable/sync';

/** What a value may be when the driver has read it. */
export type Kind =
  | 'anything'
  | 'string'
  | 'number'
  | 'boolean'
  | 'Date'
  | 'Buffer'
  | 'object'
  | `${string}[]`;

export interface DeclaredProperty {
  readonly kinds: readonly Kind[];
  readonly mayBeNull: boolean;
  readonly isOptional: boolean;
  /** A Date or a Buffer somewhere inside; JSON gives none. */
  readonly holdsClass: boolean;
  /** As TypeScript writes it. */
  readonly type: string;
}

export interface DeclaredRow {
  readonly properties: ReadonlyMap<string, DeclaredProperty>;
  /** `Record<string, …>`: more columns may come than are named. */
  readonly isOpen: boolean;
}

/** A call of `rows` or `one` of a transaction. */
export interface DeclaredCall {
  readonly file: string;
  /** Of the word `rows` or `one`, as in the stack of an error. */
  readonly line: number;
  readonly column: number;
  /** null: a type parameter or a union of rows, which can't be checked. */
  readonly row: DeclaredRow | null;
}

export interface DeclaredRowsOptions {
  /** Absolute path of a tsconfig.json. */
  readonly project: string;
  /** Paths in the answer start here. */
  readonly root: string;
  readonly includes: (file: string) => boolean;
}

/**
 * The row type of every call that has one, as the compiler resolves it: also where it follows from what the caller
 * returns.
 */
export function readDeclaredRows({ project, root, includes }: DeclaredRowsOptions): DeclaredCall[] {
  const api = new API({ cwd: root });
  try {
    using snapshot = api.updateSnapshot({ openProjects: [project] });
    const opened = snapshot.getProject(project);
    if (opened === undefined) throw new Error(`${project} could not be opened`);
    return opened.program.getSourceFileNames().flatMap((name) => {
      const file = path.relative(root, name);
      const source = includes(file) ? opened.program.getSourceFile(name) : undefined;
      return source === undefined ? [] : callsIn(source, file, opened.checker);
    });
  } finally {
    api.close();
  }
}

function callsIn(source: SourceFile, file: string, checker: Checker): DeclaredCall[] {
  const found: DeclaredCall[] = [];
  const visit = (node: Node): void => {
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      if (/^(?:rows|one)$/.test(name.text) && isTransaction(checker.getTypeAtLocation(expression), checker)) {
        const type = rowType(checker.getTypeAtLocation(node), name.text, checker);
        const place = placeOf(source.text, name.end - name.text.length);
        if (!isUndeclared(type, checker)) found.push({ file, ...place, row: readRow(type, checker) });
      }
    }
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  return found;
}

/** Both kinds of transaction, and parts of them that a function takes. */
const isTransaction = (type: Type | undefined, checker: Checker): boolean =>
  type !== undefined && ['rows', 'one'].some((name) => checker.getPropertyOfType(type, name) !== undefined);

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** From `Promise<Row[]>` or `Promise<Row | null>`. */
function rowType(promise: Type | undefined, method: string, checker: Checker): Type | undefined {
  const [result] = promise === undefined ? [] : checker.getTypeArguments(promise as TypeReference);
  if (result === undefined) return undefined;
  return method === 'rows'
    ? checker.getTypeArguments(result as TypeReference)[0]
    : checker.getNonNullableType(result);
}

/** `unknown`, or what is left of it without null. */
const isUndeclared = (row: Type | undefined, checker: Checker): boolean =>
  row !== undefined &&
  ((row.flags & TypeFlags.AnyOrUnknown) !== 0 ||
    (row.isObjectType() &&
      checker.getPropertiesOfType(row).length === 0 &&
      checker.getIndexInfosOfType(row).length === 0));

function readRow(row: Type | undefined, checker: Checker): DeclaredRow | null {
  if (row === undefined || !(row.isObjectType() || row.isIntersectionType())) return null;
  if (row.isIntersectionType() && row.getTypes().some((part) => part.isTypeParameter())) return null;
  const properties = new Map(
    checker.getPropertiesOfType(row).map((property) => {
      const type = checker.getTypeOfSymbol(property);
      if (type === undefined) throw new Error(`no type for ${property.name}`);
      return [property.name, readProperty(type, checker)];
    }),
  );
  return { properties, isOpen: checker.getIndexInfosOfType(row).length > 0 };
}

function readProperty(type: Type, checker: Checker): DeclaredProperty {
  const parts = partsOf(type);
  const has = (flag: TypeFlags): boolean => parts.some(({ flags }) => flags & flag);
  const kinds = parts
    .filter(({ flags }) => !(flags & (TypeFlags.Null | TypeFlags.Undefined)))
    .map((part) => kindOf(part, checker));
  return {
    kinds: [...new Set(kinds)],
    mayBeNull: has(TypeFlags.Null) || kinds.includes('anything'),
    isOptional: has(TypeFlags.Undefined),
    holdsClass: parts.some((part) => holdsClass(part, checker)),
    type: checker.typeToString(type),
  };
}

const partsOf = (type: Type): readonly Type[] =>
  type.isUnionType() ? type.getTypes().flatMap(partsOf) : [type];

const PRIMITIVES: readonly (readonly [flags: TypeFlags, kind: Kind])[] = [
  [TypeFlags.AnyOrUnknown, 'anything'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
];

function kindOf(type: Type, checker: Checker): Kind {
  // A branded id is a string and a mark.
  const parts = type.isIntersectionType() ? type.getTypes() : [type];
  const primitive = PRIMITIVES.find(([flag]) => parts.some(({ flags }) => flags & flag));
  if (primitive !== undefined) return primitive[1];
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as TypeReference);
    const kinds = element === undefined ? [] : readProperty(element, checker).kinds;
    return `${[...kinds].sort().join('|')}[]`;
  }
  const name = type.getSymbol()?.name ?? '';
  if (name === 'Date') return 'Date';
  return name === 'Buffer' || name === 'Uint8Array' ? 'Buffer' : 'object';
}

const DEEPEST = 5;

function holdsClass(type: Type, checker: Checker, depth = 0): boolean {
  if (depth > DEEPEST || type.flags & (TypeFlags.Primitive | TypeFlags.AnyOrUnknown)) return false;
  if (type.isUnionType() || type.isIntersectionType())
    return type.getTypes().some((part) => holdsClass(part, checker, depth));
  const kind = kindOf(type, checker);
  if (kind === 'Date' || kind === 'Buffer') return true;
  if (kind.endsWith('[]'))
    return checker
      .getTypeArguments(type as TypeReference)
      .some((each) => holdsClass(each, checker, depth + 1));
  return checker.getPropertiesOfType(type).some((property) => {
    const inner = checker.getTypeOfSymbol(property);
    return inner !== undefined && holdsClass(inner, checker, depth + 1);
  });
}
