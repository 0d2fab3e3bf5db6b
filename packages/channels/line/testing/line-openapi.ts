import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { env } from 'node:process';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { parse } from 'yaml';
import { z } from 'zod';

/** The vendor's files (line/line-openapi), which don't come with this repository: `LINE_OPENAPI`, or beside the checkout. */
const FOLDERS = [
  env.LINE_OPENAPI,
  path.join(import.meta.dirname, '../../../../../shared/facts/line-openapi'),
];

/** Null: not on this machine. */
export const LINE_OPENAPI = FOLDERS.find((folder) => folder !== undefined && existsSync(folder)) ?? null;

interface SentBody {
  readonly method: string;
  readonly path: string;
  /** Parsed JSON, or the fields of a form. */
  readonly body: unknown;
}

/** What is wrong with a body, a line for each; `unknown call`: the files describe none at this path. */
export type BodyCheck = (sent: SentBody) => readonly string[];

type Json = Record<string, unknown>;
const Fields = z.record(z.string(), z.unknown());
const fieldsOf = (value: unknown): Json => Fields.safeParse(value).data ?? {};

/**
 * Bodies of calls, against the vendor's files as it reads them: an object is of the kind that its `type` names, and
 * has no property that the files don't know.
 */
export function readBodyCheck(folder: string): BodyCheck {
  const known = checks.get(folder) ?? makeBodyCheck(folder);
  checks.set(folder, known);
  return known;
}

/** Files of tests share a process, and reading takes about a second. */
const checks = new Map<string, BodyCheck>();

function makeBodyCheck(folder: string): BodyCheck {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yml') && name !== 'webhook.yml');
  // `list` is no id: the path with fewer ids in it is the one that is meant.
  const operations = files
    .flatMap((file) => operationsOf(readFileSync(path.join(folder, file), 'utf8')))
    .sort((one, other) => one.ids - other.ids);
  return ({ method, path: called, body }) => {
    const operation = operations.find((one) => one.method === method && one.path.test(called));
    if (!operation) return [`unknown call: ${method} ${called}`];
    if (!operation.check || operation.check(body)) return [];
    // Errors of an alternative say more than the error that none fits.
    const errors = operation.check.errors?.filter(({ keyword }) => keyword !== 'if') ?? [];
    return errors.map((error) => `${method} ${called}: ${described(error, body)}`);
  };
}

interface Operation {
  readonly method: string;
  readonly path: RegExp;
  /** Number of ids in the path. */
  readonly ids: number;
  /** Absent: no body, or a file. */
  readonly check?: ValidateFunction;
}

const ID = /\{\w+\}/g;

function operationsOf(text: string): Operation[] {
  const file = fieldsOf(parse(text));
  const schemas = fieldsOf(fieldsOf(file.components).schemas);
  const ajv = new Ajv({ strict: false, allErrors: true, verbose: true });
  formats.default(ajv);
  // The vendor counts some texts in what a reader takes for one letter, others in UTF-16; the fake knows which.
  ajv.removeKeyword('maxLength');
  ajv.addKeyword({ keyword: 'maxLength', type: 'string', validate: hasAtMost, errors: false });
  ajv.addSchema({ $id: 'line', components: { schemas: strictSchemas(schemas) } });
  return Object.entries(fieldsOf(file.paths)).flatMap(([template, methods]) =>
    Object.entries(fieldsOf(methods)).map(([method, operation]) => {
      const content = fieldsOf(fieldsOf(fieldsOf(operation).requestBody).content);
      const media = content['application/json'] ?? content['application/x-www-form-urlencoded'];
      const schema = fieldsOf(media).schema;
      return {
        method: method.toUpperCase(),
        path: new RegExp(`^${template.replaceAll(ID, '[^/]+')}$`),
        ids: template.match(ID)?.length ?? 0,
        ...(schema === undefined ? {} : { check: ajv.compile(fieldsOf(strict(schema, schemas))) }),
      };
    }),
  );
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const hasAtMost = (most: number, text: string): boolean =>
  text.length <= most || [...graphemes.segment(text)].length <= most;

const NAME = /^#\/components\/schemas\/(\w+)$/;
const nameOf = (ref: unknown): string => NAME.exec(String(ref))?.[1] ?? '';
const referTo = (name: string): Json => ({ $ref: `line#/components/schemas/${name}` });

function strictSchemas(schemas: Json): Json {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => {
      const kinds = kindsOf(schema);
      if (kinds === null) return [[name, strict(schema, schemas)]];
      return [[name, dispatched(kinds)]];
    }),
  );
}

interface Kinds {
  readonly property: string;
  /** Values of the property, and the schema that each stands for. */
  readonly of: readonly (readonly [value: string, name: string])[];
}

function kindsOf(schema: unknown): Kinds | null {
  const { propertyName, mapping } = fieldsOf(fieldsOf(schema).discriminator);
  if (typeof propertyName !== 'string') return null;
  const of = Object.entries(fieldsOf(mapping)).map(([value, ref]) => [value, nameOf(ref)] as const);
  return { property: propertyName, of };
}

/** Turns kinds into conditions, so that errors are those of the one kind that is meant. */
function dispatched({ property, of }: Kinds): Json {
  return {
    type: 'object',
    required: [property],
    properties: { [property]: { enum: of.map(([value]) => value) } },
    allOf: of.map(([value, name]) => ({
      if: { properties: { [property]: { const: value } }, required: [property] },
      // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
      then: referTo(name),
    })),
  };
}

/** Copies a schema, but allows objects only their named properties, inherited ones included. */
function strict(schema: unknown, schemas: Json): unknown {
  if (Array.isArray(schema)) return schema.map((each) => strict(each, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  const given = fieldsOf(schema);
  if (typeof given.$ref === 'string') return referTo(nameOf(given.$ref));
  if (Array.isArray(given.allOf) || given.properties !== undefined) return strictObject(given, schemas);
  const {
    externalDocs: _docs,
    description: _words,
    example: _example,
    discriminator: _kinds,
    ...rest
  } = given;
  return Object.fromEntries(Object.entries(rest).map(([name, each]) => [name, strict(each, schemas)]));
}

function strictObject(given: Json, schemas: Json): Json {
  const { properties, required, values } = gathered(given, schemas);
  const named = Object.entries(properties).map(([name, each]) => [name, strict(each, schemas)] as const);
  const kinds = Object.entries(values).map(([name, allowed]) => [name, { enum: allowed }] as const);
  return {
    type: 'object',
    properties: Object.fromEntries([...named, ...kinds]),
    required,
    additionalProperties: strict(given.additionalProperties ?? false, schemas),
  };
}

interface Gathered {
  readonly properties: Json;
  readonly required: readonly string[];
  /** Values that the property which names the kind may have. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

/** Properties of a schema and of all that it is built on. */
function gathered(given: Json, schemas: Json): Gathered {
  const parts = (Array.isArray(given.allOf) ? given.allOf : []).map((part) => {
    const name = nameOf(fieldsOf(part).$ref);
    const found = gathered(fieldsOf(name === '' ? part : schemas[name]), schemas);
    const kinds = name === '' ? null : kindsOf(schemas[name]);
    return kinds === null
      ? found
      : { ...found, values: { ...found.values, [kinds.property]: valuesOf(kinds, given, schemas) } };
  });
  const own = Array.isArray(given.required) ? given.required.map(String) : [];
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), fieldsOf(given.properties)),
    required: [...new Set([...parts.flatMap(({ required }) => required), ...own])],
    values: Object.assign({}, ...parts.map(({ values }) => values)),
  };
}

const valuesOf = (kinds: Kinds, given: Json, schemas: Json): string[] =>
  kinds.of
    .filter(([, name]) => schemas[name] === given || fieldsOf(schemas[name]).allOf === given.allOf)
    .map(([value]) => value);

function described({ instancePath, message = '', params, data }: ErrorObject, body: unknown): string {
  const shown = JSON.stringify(data ?? body) ?? '';
  return `${instancePath || '/'} ${message} ${JSON.stringify(params)} in ${shown.slice(0, 200)}`;
}
