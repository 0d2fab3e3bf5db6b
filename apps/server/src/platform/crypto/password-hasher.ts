import { availableParallelism } from 'node:os';
import { AppError } from '../app-error.ts';
import { type CallThread, createCallThread } from '../threads/call-thread.ts';

/** Argon2id in threads of its own: neither the event loop nor libuv's pool (files, DNS) ever waits for a password. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Null: nobody is there; takes the same time and is false. */
  verify(hash: string | null, password: string): Promise<boolean>;
  close(): Promise<void>;
}

export type HasherTask =
  | { readonly kind: 'hash'; readonly password: string }
  | { readonly kind: 'verify'; readonly hash: string; readonly password: string };

export interface PasswordHasherOptions {
  /** Threads; each needs 19 MiB while it works. One core is left to the server. */
  readonly concurrency?: number;
  /** More than this many waiting are refused with `rate_limited`. */
  readonly queue?: number;
}

type HasherThread = CallThread<HasherTask, string | boolean>;

const WORKER = new URL('./password-hasher.worker.ts', import.meta.url);
const IDLE_MS = 10 * 60_000;
const BUSY_RETRY_SECONDS = 5;
/** Random salt, random hash: no password fits it. Same parameters, so it costs the same as a real one. */
const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$N8u2vVx1cH0pT3s6Yy5Zbw$3VQm6l0rJc0dQy5l3zUu2d8m9e4hYw1pXo7nKtRkS2E';

export function createPasswordHasher(options: PasswordHasherOptions = {}): PasswordHasher {
  const { concurrency = Math.max(1, availableParallelism() - 1), queue = 256 } = options;
  const threads = Array.from({ length: concurrency }, () =>
    createCallThread<HasherTask, string | boolean>(WORKER, { idleMs: IDLE_MS }),
  );
  const free = [...threads];
  const waiting: ((thread: HasherThread) => void)[] = [];

  function acquire(): Promise<HasherThread> {
    const thread = free.pop();
    if (thread) return Promise.resolve(thread);
    if (waiting.length >= queue) throw busy();
    return new Promise((resolve) => waiting.push(resolve));
  }

  function release(thread: HasherThread): void {
    const next = waiting.shift();
    if (next) next(thread);
    else free.push(thread);
  }

  async function run(task: HasherTask): Promise<string | boolean> {
    const thread = await acquire();
    try {
      return await thread.call(task);
    } finally {
      release(thread);
    }
  }

  return {
    hash: async (password) => String(await run({ kind: 'hash', password })),
    async verify(hash, password) {
      const fits = await run({ kind: 'verify', hash: hash ?? DECOY, password });
      return fits === true && hash !== null;
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

const busy = (): AppError =>
  new AppError('rate_limited', 'Too many sign-ins at the moment; try again', {
    more: { retryAfter: BUSY_RETRY_SECONDS },
  });
