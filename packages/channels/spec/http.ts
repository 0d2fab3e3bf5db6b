import { z } from 'zod';

/** What became of a call that gave no complete answer. */
export type NetworkFailure =
  /** The request never left: no name, no connection, no TLS session. */
  | { readonly kind: 'not-sent'; readonly detail: string }
  /** The request left, and no complete answer came back. */
  | { readonly kind: 'no-answer'; readonly detail: string };

const NetworkError = z.object({ code: z.string(), message: z.string().optional() });

const NEVER_LEFT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** Reads an error of undici's `request`. The detail has no path, in which some vendors put the token. */
export function readNetworkFailure(error: unknown): NetworkFailure {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return { kind: 'no-answer', detail: 'no answer in time' };
  }
  const known = NetworkError.safeParse(error);
  // Without a code, or before anything was tried, it is a defect of ours.
  if (!known.success || known.data.code === 'UND_ERR_INVALID_ARG') throw error;
  const { code, message } = known.data;
  const detail = message ? `${code}: ${message}` : code;
  return { kind: NEVER_LEFT.has(code) ? 'not-sent' : 'no-answer', detail };
}
