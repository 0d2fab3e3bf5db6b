import { channel } from 'node:diagnostics_channel';
import type { IncomingHttpHeaders } from 'node:http';
import type { FakeChannel, FakeState } from './state.ts';

/** Each `FakeCall` of every fake in this process. */
export const allCalls = channel('hanasu:fake-line');

/** What a handler may look at and change. */
export interface FakeWorld {
  readonly state: FakeState;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Time from accepting a change of many friends' menus until it is done. */
  readonly menuJobMs: number;
  /** Delivers a signed call to a webhook URL; null when nothing answered, with the vendor's word for why. */
  readonly callWebhook: (channel: FakeChannel, url: string, body: string) => Promise<WebhookAnswer>;
}

export type WebhookAnswer =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: 'COULD_NOT_CONNECT' | 'REQUEST_TIMEOUT' };

export interface FakeRequest {
  readonly params: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON, the fields of a form, or the bytes of an image or of a form with files. */
  readonly body: unknown;
  readonly requestId: string;
}

export interface FakeAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface RouteBase {
  readonly host: 'api' | 'data';
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: RegExp;
  readonly accepts?: 'json' | 'form' | 'image' | 'multipart';
  /** Only the sending calls take a retry key; elsewhere it is refused. */
  readonly retryKey?: true;
  /** Calls per window of milliseconds; 2,000 a second when absent. */
  readonly rate?: readonly [calls: number, windowMs: number];
}
export interface ChannelRoute extends RouteBase {
  /** `login`: with a token of a LINE Login channel. */
  readonly auth: 'channel' | 'login';
  handle(world: FakeWorld, channel: FakeChannel, request: FakeRequest): FakeAnswer | Promise<FakeAnswer>;
}
export interface OpenRoute extends RouteBase {
  readonly auth: 'none';
  handle(world: FakeWorld, request: FakeRequest): FakeAnswer | Promise<FakeAnswer>;
}
export type Route = ChannelRoute | OpenRoute;

export interface ErrorDetail {
  readonly message: string;
  readonly property: string;
}

export function ok(body: unknown = {}, status = 200): FakeAnswer {
  return { status, body };
}

export function refuse(status: number, message: string, details?: readonly ErrorDetail[]): FakeAnswer {
  return { status, body: details ? { message, details } : { message } };
}

export function bodyErrors(details: readonly ErrorDetail[]): FakeAnswer {
  return refuse(400, `The request body has ${details.length} error(s)`, details);
}

export function invalidProperty(property: string): FakeAnswer {
  return refuse(400, `The property, ${property}, in the request body is invalid (line: -, column: -)`);
}

export function oauthError(error: string, description: string): FakeAnswer {
  return { status: 400, body: { error, error_description: description } };
}

export function fields(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};
}
