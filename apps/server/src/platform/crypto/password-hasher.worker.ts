import { hashSync, type Options, verifySync } from '@node-rs/argon2';
import { answerCalls } from '../threads/answer-calls.ts';
import type { HasherTask } from './password-hasher.ts';

/** OWASP Password Storage Cheat Sheet: Argon2id, 19 MiB, two passes, one lane. */
const ARGON2ID = 2;
const OPTIONS = {
  algorithm: ARGON2ID,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
  outputLen: 32,
} satisfies Options;

answerCalls<HasherTask, string | boolean>((task) =>
  task.kind === 'hash' ? hashSync(task.password, OPTIONS) : verifySync(task.hash, task.password),
);
