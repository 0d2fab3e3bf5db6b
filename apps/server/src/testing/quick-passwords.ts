import { hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '../platform/crypto/password-hasher.ts';

/** The least that the algorithm takes: nobody guesses the passwords of tests. */
const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

/** Argon2id without its cost, for tests that are not about passwords. */
export const QUICK_PASSWORDS: PasswordHasher = {
  hash: (password) => hash(password, LEAST),
  verify: async (stored, password) => stored !== null && verify(stored, password),
  close: async () => undefined,
};
