import { AppError } from '../../../platform/app-error.ts';
import { createCallThread } from '../../../platform/threads/call-thread.ts';

interface PersonWords {
  readonly username: string;
  readonly email: string | null;
}

const SHORTEST = 3;

/** Words that make a password guessable because they are about its owner, or about this product. */
function aboutPerson({ username, email }: PersonWords): string[] {
  const [mailbox = '', host = ''] = (email ?? '').split('@');
  const texts = [username, email ?? '', mailbox, host];
  const parts = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const words = ['hanasu', ...parts.map((part) => part.toLowerCase())];
  return [...new Set(words)].filter((word) => word.length >= SHORTEST);
}

/** Refuses passwords that guessers try first. Needs no network: the lists are part of the program. */
export interface PasswordStrength {
  /** Throws `password_too_common` at `body.password`, or `rate_limited` when too many wait. */
  refuseCommon(password: string, person: PersonWords): Promise<void>;
  close(): Promise<void>;
}

export interface StrengthTask {
  readonly password: string;
  readonly about: readonly string[];
}

const WORKER = new URL('./password-strength.worker.ts', import.meta.url);
/** The lists take 80 MB and a third of a second to load: the thread goes when nobody has chosen a password for long. */
const IDLE_MS = 5 * 60_000;
/** Time grows steeply with length, and what is hard to guess at 64 characters stays so. */
const LOOKED_AT = 64;
const MAX_WAITING = 64;
const BUSY_RETRY_SECONDS = 5;

/** In a thread of its own: a nasty password takes half a second. */
export function createPasswordStrength(): PasswordStrength {
  const thread = createCallThread<StrengthTask, boolean>(WORKER, { idleMs: IDLE_MS });
  let waiting = 0;

  async function isCommon(task: StrengthTask): Promise<boolean> {
    if (waiting >= MAX_WAITING) throw busy();
    waiting += 1;
    try {
      return await thread.call(task);
    } finally {
      waiting -= 1;
    }
  }

  return {
    async refuseCommon(password, person) {
      const task = { password: password.slice(0, LOOKED_AT), about: aboutPerson(person) };
      if (await isCommon(task)) {
        throw AppError.field('password_too_common', 'body.password', 'This password is too easy to guess');
      }
    },
    close: () => thread.close(),
  };
}

const busy = (): AppError =>
  new AppError('rate_limited', 'Too many password changes at the moment; try again', {
    more: { retryAfter: BUSY_RETRY_SECONDS },
  });
