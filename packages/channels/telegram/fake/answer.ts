import type { FakeBot, FakeState } from './state.ts';

export interface FakeAnswer {
  readonly status: number;
  readonly body: unknown;
}

export type Params = Readonly<Record<string, unknown>>;

/** A file that came with the call, under the name of a parameter. */
export class FakeUpload {
  readonly name: string;
  readonly bytes: number;
  constructor(name: string, bytes: number) {
    this.name = name;
    this.bytes = bytes;
  }
}

export interface FakeWorld {
  readonly state: FakeState;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Chats in which the typing sign is shown, until when. */
  readonly typing: Map<string, number>;
  /** As a server of one's own: webhooks may be plain http anywhere. */
  readonly isLocal: boolean;
}

export type Handler = (world: FakeWorld, bot: FakeBot, params: Params) => FakeAnswer;

export const ok = (result: unknown): FakeAnswer => ({ status: 200, body: { ok: true, result } });

export const fail = (code: number, description: string, parameters?: Params): FakeAnswer => ({
  status: code,
  body: { ok: false, error_code: code, description, ...(parameters ? { parameters } : {}) },
});
export const bad = (sentence: string, parameters?: Params): FakeAnswer =>
  fail(400, `Bad Request: ${sentence}`, parameters);

export function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
