import { z } from 'zod';
import type { LineAnswer } from './line-client.ts';

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

/** What became of a call that gave no answer: it never left, or nobody knows. */
export function failureOf(error: unknown): LineAnswer {
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
