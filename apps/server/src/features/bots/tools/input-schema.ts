import type { ToolParameter } from '@hanasu/contract/tools';
import type { JSONSchema7 } from 'json-schema';
import { z } from 'zod';

type ParameterValue = string | number | boolean;
export type ToolValues = Readonly<Record<string, ParameterValue | undefined>>;

/** What the model is asked to fill in. */
export function inputSchemaOf(parameters: readonly ToolParameter[]): JSONSchema7 {
  const properties = parameters.map((parameter) => [parameter.name, propertyOf(parameter)] as const);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

function propertyOf({ type, values, description }: ToolParameter): JSONSchema7 {
  const words = description === '' ? {} : { description };
  return type === 'enum' ? { type: 'string', enum: values, ...words } : { type, ...words };
}

const VALUE_MAX = 10_000;
const VALUES = {
  string: z.string().max(VALUE_MAX),
  number: z.number(),
  boolean: z.boolean(),
};

/** A parameter that is not required may also be null: some models send every name. */
function schemaOf({ type, values, required }: ToolParameter): z.ZodType<ParameterValue | undefined> {
  const value: z.ZodType<ParameterValue> = type === 'enum' ? z.literal(values) : VALUES[type];
  return required ? value : value.nullish().transform((given) => given ?? undefined);
}

export type ReadInput =
  | { readonly kind: 'ok'; readonly values: ToolValues }
  /** Says which parameter is wrong, never its value. */
  | { readonly kind: 'wrong'; readonly detail: string };

/** Checks what a model, or a person who tries a tool, filled in. */
export function readInput(parameters: readonly ToolParameter[], input: unknown): ReadInput {
  const shape = Object.fromEntries(parameters.map((parameter) => [parameter.name, schemaOf(parameter)]));
  const parsed = z.strictObject(shape).safeParse(input ?? {});
  if (parsed.success) return { kind: 'ok', values: parsed.data as ToolValues };
  const [issue] = parsed.error.issues;
  return { kind: 'wrong', detail: `${issue?.path.join('.') || 'input'}: ${issue?.message ?? 'not valid'}` };
}
