import type { Faults, PathCall, PathFault } from '../../spec/fake/faults.ts';

/**
 * What goes wrong: an HTTP status; `reset` and `hang` before anything was done; `reset-after-accept` and
 * `hang-after-accept` after the call was carried out, its answer lost; `stall`: half of the answer, then nothing.
 */
export type FaultEffect = number | 'reset' | 'hang' | 'reset-after-accept' | 'hang-after-accept' | 'stall';

export interface Fault extends PathFault {
  readonly status: FaultEffect;
  /** How many calls it spoils; 1 when absent. */
  readonly times?: number;
  /** Error body of a status; the vendor's usual one when absent. */
  readonly body?: unknown;
  /** Sent with a status, for example `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
}

const USUAL_MESSAGES: Readonly<Record<number, string>> = {
  401: 'Authentication failed due to the following reason: invalid token. Confirm that the access token in the authorization header is valid.',
  403: 'Access to this API is not available for your account',
  429: 'The API rate limit has been exceeded. Try again later.',
  500: 'Internal Server Error',
};

export type LineFaults = Faults<Fault, PathCall>;

export function faultBody(status: number, body: unknown): unknown {
  return body ?? { message: USUAL_MESSAGES[status] ?? 'Error' };
}
