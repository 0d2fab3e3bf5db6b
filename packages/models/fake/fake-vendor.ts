import type { IncomingHttpHeaders } from 'node:http';
import type { FakeToolCall, FakeTools } from './fake-tools.ts';

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
}

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
