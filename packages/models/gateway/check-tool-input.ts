import type { JSONSchema7, JSONSchema7Definition } from 'json-schema';

const DEEPEST = 12;
/** Where a schema says nothing of it. */
const LONGEST_TEXT = 10_000;

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === 'object';

/**
 * Says what is wrong with the input of a call, null when nothing is. Types, `required`, `enum`, `const`, lengths,
 * limits and unknown properties are looked at. `pattern`, `$ref` and what combines schemas are left to the tool:
 * a server on the other side may have written them, and an expression of its own could hold us.
 */
export function checkToolInput(schema: JSONSchema7, input: unknown): string | null {
  return check(schema, input, 'input', 0);
}

function check(schema: JSONSchema7Definition, value: unknown, path: string, depth: number): string | null {
  if (typeof schema === 'boolean') return schema ? null : `${path} is not allowed`;
  if (depth > DEEPEST) return null;
  const types = [schema.type ?? []].flat();
  const type = typeOf(value);
  const isOfType = types.some((wanted) => wanted === type || (wanted === 'number' && type === 'integer'));
  if (types.length > 0 && !isOfType) return `${path} must be ${types.join(' or ')}`;
  if (schema.enum && !schema.enum.some((one) => same(one, value)))
    return `${path} must be one of ${JSON.stringify(schema.enum).slice(0, 300)}`;
  if (schema.const !== undefined && !same(schema.const, value))
    return `${path} must be ${JSON.stringify(schema.const)}`;
  if (isObject(value)) return checkObject(schema, value, path, depth);
  if (Array.isArray(value)) return checkList(schema, value, path, depth);
  return checkSize(schema, value, path);
}

function checkObject(
  schema: JSONSchema7,
  value: Record<string, unknown>,
  path: string,
  depth: number,
): string | null {
  const missing = schema.required?.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${path}.${missing} is missing`;
  const known = schema.properties ?? {};
  for (const [name, one] of Object.entries(value)) {
    // What the tool doesn't name is refused, unless it says that it takes more or names nothing at all.
    const others = schema.additionalProperties ?? schema.properties === undefined;
    const property = Object.hasOwn(known, name) ? known[name] : others;
    const problem = property === undefined ? null : check(property, one, `${path}.${name}`, depth + 1);
    if (problem) return problem;
  }
  return null;
}

function checkList(schema: JSONSchema7, value: unknown[], path: string, depth: number): string | null {
  if (value.length < (schema.minItems ?? 0)) return `${path} has too few items`;
  if (value.length > (schema.maxItems ?? Number.POSITIVE_INFINITY)) return `${path} has too many items`;
  const { items } = schema;
  if (items === undefined || Array.isArray(items)) return null;
  for (const [index, one] of value.entries()) {
    const problem = check(items, one, `${path}[${index}]`, depth + 1);
    if (problem) return problem;
  }
  return null;
}

function checkSize(schema: JSONSchema7, value: unknown, path: string): string | null {
  if (typeof value === 'string') {
    if (value.length < (schema.minLength ?? 0)) return `${path} is too short`;
    if (value.length > (schema.maxLength ?? LONGEST_TEXT)) return `${path} is too long`;
  }
  if (typeof value === 'number') {
    if (value < (schema.minimum ?? Number.NEGATIVE_INFINITY)) return `${path} is too small`;
    if (value > (schema.maximum ?? Number.POSITIVE_INFINITY)) return `${path} is too large`;
  }
  return null;
}

const same = (one: unknown, other: unknown): boolean => stableJson(one) === stableJson(other);

/** JSON with the properties of objects in a fixed order: the same value is the same text. */
export function stableJson(value: unknown): string {
  return (
    JSON.stringify(value, (_, one: unknown) =>
      isObject(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
    ) ?? 'null'
  );
}

/** A JSON object that a model wrote as the input of a call; no text at all is the empty one. */
export function readJson(text: string): { readonly value: Record<string, unknown> | null } {
  if (text.trim() === '') return { value: {} };
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return { value: isObject ? (value as Record<string, unknown>) : null };
  } catch {
    return { value: null };
  }
}
