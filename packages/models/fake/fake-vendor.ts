import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';

export interface FakeTurn {
  role: 'system' | 'user' | 'assistant';
  text: string;
}

/** What a request asks for, once the vendor's own rules let it through. */
export interface FakeCall {
  model: string;
  turns: FakeTurn[];
  includeUsage: boolean;
  /** Absent: the vendor's fake knows no tools. */
  tools?: FakeTools;
  /** Pictures of the last question. */
  images?: number;
  /** The answer has to be JSON: of a schema, or any object. */
  json?: { readonly schema?: unknown };
}

export interface FakeUsage {
  input: number;
  output: number;
}

/** What a vendor's API accepts and how it writes its answers. Every frame is a piece of an event stream. */
export interface FakeVendor {
  name: 'openai' | 'anthropic' | 'google' | 'cohere' | 'compatible';
  /** The model id, from the path or the body; null when the path isn't the vendor's. */
  modelOf(path: string, body: unknown): string | null;
  isAuthorised(headers: IncomingHttpHeaders): boolean;
  /** The call, or what the vendor would complain about with a 400. */
  read(model: string, body: unknown, headers: IncomingHttpHeaders): FakeCall | { problem: string };
  errorBody(status: number, message: string): unknown;
  open(call: FakeCall, usage: FakeUsage): string;
  text(call: FakeCall, text: string): string;
  /** Frames of calls of tools, up to the end of the stream. */
  calls?(call: FakeCall, calls: readonly FakeToolCall[], usage: FakeUsage): string;
  close(call: FakeCall, ending: 'stop' | 'refused', usage: FakeUsage | null): string;
  errorFrame(): string;
  /** How the vendor refuses a call of a key that it knows, in its own words. */
  trouble(kind: FakeTrouble, model: string): { readonly status: number; readonly body: unknown };
}

/** A key that may not do this, a model that is not there for it, an account without money, a prompt that is too long. */
export const FAKE_TROUBLES = ['noaccess', 'nomodel', 'nocredit', 'toolong'] as const;
export type FakeTrouble = (typeof FAKE_TROUBLES)[number];

/** The path of an issue and its message, as the first line of a vendor's complaint. */
export function firstProblem(issues: readonly { path: readonly PropertyKey[]; message: string }[]): {
  problem: string;
} {
  const issue = issues[0];
  return { problem: issue ? `${issue.path.map(String).join('.')}: ${issue.message}` : 'invalid request' };
}

/** True when user and model take turns and the user begins and ends. */
export function takesTurns(roles: readonly string[], user: string): boolean {
  return (
    roles[0] === user &&
    roles.at(-1) === user &&
    roles.every((role, index) => index === 0 || role !== roles[index - 1])
  );
}

export const sse = (data: unknown, event?: string): string =>
  `${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`;

/** A tool that a request offers, and what came of the calls since the last question. */
export interface FakeTools {
  readonly offered: readonly { readonly name: string; readonly schema: unknown }[];
  /** False: the request says that none may be called. */
  readonly mayCall: boolean;
  readonly results: readonly string[];
  /** The request says that one has to be called: the last one gives the answer its form. */
  readonly mustCall?: boolean;
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

/** JSON of a schema with a text in each place for one; without a schema, an object with the text. */
export function sampleAnswer(schema: unknown, text: string): unknown {
  const parsed = z
    .looseObject({
      type: z.string(),
      const: z.unknown(),
      enum: z.array(z.unknown()),
      properties: z.record(z.string(), z.unknown()),
      items: z.unknown(),
      anyOf: z.array(z.unknown()),
    })
    .partial()
    .safeParse(schema);
  if (!parsed.success) return { answer: text };
  const { type, const: fixed, enum: choices, properties, items, anyOf } = parsed.data;
  if (fixed !== undefined) return fixed;
  if (choices) return choices[0];
  if (anyOf) return sampleAnswer(anyOf[0], text);
  if (type === 'string') return text;
  if (type === 'number' || type === 'integer') return 1;
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (type === 'array') return [sampleAnswer(items, text)];
  const members = Object.entries(properties ?? {});
  return Object.fromEntries(members.map(([name, property]) => [name, sampleAnswer(property, text)]));
}

let made = 0;

/** The calls of the next round; none: the model answers. */
export function nextCalls(
  behaviour: ToolBehaviour,
  { offered, mayCall, results, mustCall = false }: FakeTools,
): FakeToolCall[] {
  const tool = offered[0];
  if (!tool) return [];
  const call = (name: string, input: string): FakeToolCall[] => {
    made += 1;
    return [{ id: `call_${made}`, name, input }];
  };
  const sample = sampleInput(tool.schema);
  // Some models go on calling although tools are switched off.
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
    default: {
      if (results.length === 0) return call(tool.name, JSON.stringify(sample));
      const last = mustCall ? offered.at(-1) : undefined;
      return last ? call(last.name, JSON.stringify(sampleInput(last.schema))) : [];
    }
  }
}
