import type { IncomingHttpHeaders } from 'node:http';
import type { FakeAccount, FakeApp, FakeState } from './state.ts';

/** What a handler may look at and change. */
export interface FakeWorld {
  readonly state: FakeState;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Tells the webhook what the account has said through the API, after the answer has gone out. */
  readonly echo: (account: FakeAccount, chatId: string, echo: FakeEcho) => void;
  /** As in the console: the address is kept; true when it answers the check. */
  readonly saveWebhook: (appId: string, url: string) => Promise<boolean>;
}
export interface FakeEcho {
  readonly kind: string;
  readonly messageId: string;
  readonly text: string | null;
}

export interface FakeAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FakeRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Whose token came along. */
export interface Caller {
  readonly app: FakeApp;
  readonly account: FakeAccount;
}

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** What has to come: JSON as body, JSON in the parameter `data`, a file, or nothing. */
  readonly takes: 'json' | 'data' | 'file' | 'nothing';
  /** `input`: the JSON, or the file as {@link FakeFile}. */
  handle(world: FakeWorld, caller: Caller, input: unknown): FakeAnswer;
}

export interface FakeFile {
  readonly name: string;
  readonly bytes: number;
}

export const ok = (data: unknown): FakeAnswer => ({
  status: 200,
  body: { data, error: 0, message: 'Success' },
});

/** Failures come with status 200. */
export const fail = (error: number, message: string): FakeAnswer => ({
  status: 200,
  body: { error, message },
});
export const invalid = (field: string): FakeAnswer => fail(-201, `${field} is invalid!`);
export const tooLong = (): FakeAnswer => fail(-210, 'Parameter exceeds allowable limit');
export const unsupported = (): FakeAnswer => fail(-233, 'message type is invalid or not support');

export function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
