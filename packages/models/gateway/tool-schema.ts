import type { JSONSchema7, JSONSchema7Definition } from 'json-schema';

const DEEPEST = 12;

/**
 * The schema of a tool's input in the form that every provider takes. MCP allows more than they do: OpenAI refuses an
 * object without `properties` and an array without `items`, OpenAI and Anthropic refuse `anyOf` and the like at the
 * top, Gemini refuses references, properties without a type and `required` names that are no properties. What is left
 * out is checked by the tool itself; what the model is offered only becomes wider.
 */
export function toProviderSchema(schema: JSONSchema7): JSONSchema7 {
  const scope: Scope = { root: schema, depth: 0 };
  const { description, ...object } = objectSchema(mergeParts(resolve(schema, scope), scope), scope);
  return { ...object, ...(description && { description }) };
}

interface Scope {
  /** Where references point into. */
  readonly root: JSONSchema7;
  readonly depth: number;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Follows a reference inside the document; `{}` where it leads nowhere. */
function resolve(schema: JSONSchema7, { root }: Scope): JSONSchema7 {
  let found = schema;
  for (let steps = 0; found.$ref !== undefined; steps += 1) {
    if (steps > DEEPEST || !found.$ref.startsWith('#')) return {};
    const { $ref, ...beside } = found;
    const path = $ref.slice(1).split('/').filter(Boolean).map(unescapePointer);
    const target = path.reduce<unknown>((at, name) => (isFields(at) ? at[name] : undefined), root);
    if (!isFields(target)) return {};
    found = { ...(target as JSONSchema7), ...beside };
  }
  return found;
}

/** JSON Pointer, RFC 6901, section 3, in a URI fragment. */
const unescapePointer = (step: string): string =>
  decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');

const asSchemas = (given: readonly JSONSchema7Definition[] | undefined): JSONSchema7[] =>
  (given ?? []).filter((one): one is JSONSchema7 => typeof one === 'object');

/**
 * An object schema without `allOf`, `anyOf` and `oneOf`: it has the properties of all parts. All of `allOf` is required,
 * and of alternatives what each of them requires.
 */
function mergeParts(schema: JSONSchema7, scope: Scope): JSONSchema7 {
  const { allOf, anyOf, oneOf, ...rest } = schema;
  const inner = { ...scope, depth: scope.depth + 1 };
  if (inner.depth > DEEPEST) return rest;
  const partsOf = (given: JSONSchema7Definition[] | undefined) =>
    asSchemas(given).map((part) => mergeParts(resolve(part, scope), inner));
  const all = partsOf(allOf);
  const alternatives = [partsOf(anyOf), partsOf(oneOf)].filter((parts) => parts.length > 0);
  const parts = [...all, ...alternatives.flat()];
  if (parts.length === 0) return rest;
  const common = alternatives.flatMap((options) =>
    (options[0]?.required ?? []).filter((name) => options.every(({ required }) => required?.includes(name))),
  );
  const required = [...(rest.required ?? []), ...all.flatMap((part) => part.required ?? []), ...common];
  return {
    ...rest,
    properties: Object.assign({}, ...parts.map((part) => part.properties ?? {}), rest.properties),
    required: [...new Set(required)],
  };
}

function objectSchema(schema: JSONSchema7, scope: Scope): JSONSchema7 {
  const inner = { ...scope, depth: scope.depth + 1 };
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const value = valueSchema(property, inner);
      return value ? [[name, value]] : [];
    }),
  );
  const required = schema.required?.filter((name) => Object.hasOwn(properties, name)) ?? [];
  const others = schema.additionalProperties;
  return {
    type: 'object',
    ...(schema.description && { description: schema.description }),
    properties,
    ...(required.length > 0 && { required }),
    ...(typeof others === 'boolean' && { additionalProperties: others }),
  };
}

/** What providers take beside the type; other members are left to the tool. */
const KEPT = [
  'title',
  'description',
  'enum',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const;

/** A value within an object; null: it may not be there at all. */
function valueSchema(given: JSONSchema7Definition, scope: Scope): JSONSchema7 | null {
  if (given === false) return null;
  if (given === true || scope.depth > DEEPEST) return { type: 'string' };
  const schema = resolve(given, scope);
  const inner = { ...scope, depth: scope.depth + 1 };
  const kept = Object.fromEntries(KEPT.flatMap((name) => (name in schema ? [[name, schema[name]]] : [])));
  const options = asSchemas(schema.anyOf ?? schema.oneOf);
  if (schema.allOf || (options.length > 0 && (schema.properties || schema.type === 'object')))
    return valueSchema(mergeParts(schema, scope), inner);
  if (options.length > 0) {
    const anyOf = options.flatMap((option) => valueSchema(option, inner) ?? []);
    return anyOf.length > 0 ? { ...kept, anyOf } : { ...kept, type: 'string' };
  }
  const types = typesOf(schema);
  if (types.includes('object') && types.length === 1) return { ...kept, ...objectSchema(schema, scope) };
  return {
    ...kept,
    type: types.length === 1 && types[0] ? types[0] : types,
    ...(schema.const !== undefined && { enum: [schema.const] }),
    ...(types.includes('array') && { items: itemSchema(schema, inner) }),
    ...(types.includes('object') && objectSchemaMembers(schema, scope)),
  };
}

const objectSchemaMembers = (schema: JSONSchema7, scope: Scope): Pick<JSONSchema7, 'properties'> => {
  const { properties } = objectSchema(schema, scope);
  return { ...(properties && { properties }) };
};

type TypeName = Exclude<JSONSchema7['type'], undefined | readonly unknown[]>;

/** The types that a schema names, or those that its other members are about; text where nothing says. */
function typesOf(schema: JSONSchema7): TypeName[] {
  if (schema.type !== undefined) return [schema.type].flat();
  if (schema.properties) return ['object'];
  if (schema.items !== undefined || 'prefixItems' in schema) return ['array'];
  const values = schema.const === undefined ? (schema.enum ?? []) : [schema.const];
  const types = new Set(values.map(typeOfValue));
  if (types.size > 0) return [...types];
  return schema.minimum !== undefined || schema.maximum !== undefined ? ['number'] : ['string'];
}

function typeOfValue(value: unknown): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'object' ? 'object' : 'string';
}

/** One schema for all items; each of a tuple's is an alternative. */
function itemSchema(schema: JSONSchema7, scope: Scope): JSONSchema7 {
  const { items = true } = schema;
  const prefix = 'prefixItems' in schema ? schema.prefixItems : undefined;
  const tuple = Array.isArray(items) ? items : Array.isArray(prefix) ? (prefix as JSONSchema7[]) : null;
  if (!tuple) return valueSchema(Array.isArray(items) ? true : items, scope) ?? { type: 'string' };
  const anyOf = tuple.flatMap((one) => valueSchema(one, scope) ?? []);
  return anyOf.length === 1 && anyOf[0] ? anyOf[0] : anyOf.length > 1 ? { anyOf } : { type: 'string' };
}
