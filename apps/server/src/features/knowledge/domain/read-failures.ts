import type { DocumentFailure } from '@hanasu/contract/knowledge';

export interface ReadFailure {
  readonly kind: 'failed';
  readonly failure: DocumentFailure;
  readonly reason: string;
}

export const INTERNAL = {
  kind: 'failed',
  failure: 'internal',
  reason: 'Something went wrong on our side while this was read; try again, or tell the administrator.',
} as const satisfies ReadFailure;

export const OUT_OF_MEMORY = {
  kind: 'failed',
  failure: 'out_of_memory',
  reason: 'This document needs more memory than is allowed; split it into smaller files.',
} as const satisfies ReadFailure;
