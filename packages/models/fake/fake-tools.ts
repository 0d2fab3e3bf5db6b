import { z } from 'zod';

/** A tool that a request offers, and what came of the calls since the last question. */
export interface FakeTools {
  readonly offered: readonly { readonly name: string; readonly schema: unknown }[];
  /** False: the request says that none may be called. */
  readonly mayCall: boolean;
  readonly results: readonly string[];
}

export interface FakeToolCall {
  readonly id: string;
  readonly name: string;
  /** What the model writes, which need not be JSON. */
  readonly input: string;
}

/** How a model misuses tools; `tools` is the one that does it right. */
export const TOOL_BEHAVIOURS = [
  'tools',
  'toolunknown',
  'tooljson',
  'toolinvalid',
  'toolloop',
  'toolmany',
] as const;
export type ToolBehaviour = (typeof TOOL_BEHAVIOURS)[number];

const Schema = z.looseObject({ properties: z.record(z.string(), z.looseObject({})).optional() });

function sampleOf(property: Record<string, unknown>): unknown {
  if (Array.isArray(property.enum)) return property.enum[0];
  if (property.type === 'number' || property.type === 'integer') return 1;
  if (property.type === 'boolean') return true;
  if (property.type === 'array') return [];
  return property.type === 'object' ? {} : 'sample';
}

function sampleInput(schema: unknown): Record<string, unknown> {
  const parsed = Schema.safeParse(schema);
  const properties = parsed.success ? Object.entries(parsed.data.properties ?? {}) : [];
  return Object.fromEntries(properties.map(([name, property]) => [name, sampleOf(property)]));
}

let made = 0;

/** The calls of the next round; none: the model answers. */
export function nextCalls(
  behaviour: ToolBehaviour,
  { offered, mayCall, results }: FakeTools,
): FakeToolCall[] {
  const tool = offered[0];
  if (!tool) return [];
  const call = (name: string, input: string): FakeToolCall[] => {
    made += 1;
    return [{ id: `call_${made}`, name, input }];
  };
  const sample = sampleInput(tool.schema);
  // Some models go on calling although they were told not to.
  if (behaviour === 'toolloop') return call(tool.name, JSON.stringify(sample));
  if (!mayCall) return [];
  switch (behaviour) {
    case 'toolunknown':
      return call('no_such_tool', '{}');
    case 'tooljson':
      return call(tool.name, '{"broken": ');
    case 'toolinvalid':
      return call(
        tool.name,
        JSON.stringify(Object.fromEntries(Object.keys(sample).map((key) => [key, [{}]]))),
      );
    case 'toolmany':
      return call(tool.name, JSON.stringify({ ...sample, [Object.keys(sample)[0] ?? 'n']: `${made}` }));
    default:
      return results.length === 0 ? call(tool.name, JSON.stringify(sample)) : [];
  }
}
