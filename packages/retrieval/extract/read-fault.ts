import type { DocumentFailure } from '@hanasu/contract/knowledge';

/** Thrown deep inside a reader when a file can't be read; `extract` turns it into an outcome. */
export class ReadFault extends Error {
  readonly failure: DocumentFailure;
  /** A better sentence than the usual one for this failure. */
  readonly reason: string | undefined;

  constructor(failure: DocumentFailure, reason?: string) {
    super(reason ?? failure);
    this.failure = failure;
    this.reason = reason;
  }
}
