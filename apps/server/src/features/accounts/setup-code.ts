import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Shown in the server's log, new at each start: whoever reads that runs the installation. */
export interface SetupCode {
  readonly text: string;
  matches(given: string | undefined): boolean;
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

export function createSetupCode(): SetupCode {
  const text = randomBytes(32).toString('base64url');
  const hash = hashOf(text);
  return {
    text,
    matches: (given) => given !== undefined && timingSafeEqual(hashOf(given), hash),
  };
}
