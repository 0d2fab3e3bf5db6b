import type { Endpoint, EndpointInput } from '@hanasu/contract/endpoint';
import type { EndpointWorld } from '../endpoint-world.ts';
import type { Caller } from '../test-server.ts';

type Input<E extends Endpoint> = Partial<EndpointInput<E>> & {
  /** Who makes the valid call when it would spoil the person that the other calls are made by. */
  readonly caller?: Caller;
  /** Sent instead of a body by uploads. */
  readonly form?: FormData;
};

/** A request that must be refused with a problem at `path`. */
export interface WrongInput {
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** How one endpoint is called. `valid` may make what the call will use up. */
export interface EndpointRow {
  readonly endpoint: Endpoint;
  readonly valid: (world: EndpointWorld) => Promise<Input<Endpoint>> | Input<Endpoint>;
  readonly wrong: readonly WrongInput[];
}

/** Keeps `valid` typed by its endpoint. */
export function row<E extends Endpoint>(
  endpoint: E,
  valid: (world: EndpointWorld) => Promise<Input<E>> | Input<E>,
  wrong: readonly WrongInput[] = [],
): EndpointRow {
  return { endpoint, valid, wrong };
}

export const nothing = () => ({});
export const WRONG_PAGES: readonly WrongInput[] = [
  { query: { page: 0 }, path: 'query.page' },
  { query: { page: 'two' }, path: 'query.page' },
  { query: { pageSize: 101 }, path: 'query.pageSize' },
  { query: { q: 'x'.repeat(201) }, path: 'query.q' },
];
export const wrongBodies = (wrong: Readonly<Record<string, unknown>>): WrongInput[] =>
  Object.entries(wrong).map(([path, body]) => ({ path: `body.${path}`, body }));

export const password = 'long enough';

/** The smallest PNG there is. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
