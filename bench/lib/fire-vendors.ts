import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** One webhook as the vendor would send it. */
export interface SignedWebhook {
  readonly body: string;
  readonly signature: string;
}

interface Said {
  readonly friend: string;
  readonly text: string;
}

/** The strict fake of the vendor and the paced fake model, in a process of their own: they cost the sender of webhooks nothing. */
export interface FireVendors {
  readonly hosts: { readonly api: string; readonly data: string };
  readonly modelUrl: string;
  addFriends(count: number, prefix: string): Promise<string[]>;
  /** What the vendor would send now, signed. */
  webhooks(said: readonly Said[]): Promise<SignedWebhook[]>;
  /** Milliseconds since the epoch at which each friend got answers, oldest first; who got none is not there. */
  answers(): Promise<ReadonlyMap<string, readonly number[]>>;
  /** Counts and refusals of the vendor; `monthlyQuota`: sets the quota from now on, null: unlimited. */
  account(change?: { readonly monthlyQuota: number | null }): Promise<VendorAccount>;
  close(): Promise<void>;
}

interface VendorAccount {
  /** Messages that it has counted this month. */
  readonly used: number;
  /** Friends who have got something, and who have got the same words more than once. */
  readonly reached: number;
  readonly doubled: number;
  /** Refused calls of the last thousand. */
  readonly refused: number;
}

/** What the child answers to each call, by name. */
export interface VendorCalls {
  places: { given: null; answer: Pick<FireVendors, 'hosts' | 'modelUrl'> };
  addFriends: { given: { count: number; prefix: string }; answer: string[] };
  webhooks: { given: readonly Said[]; answer: SignedWebhook[] };
  answers: { given: null; answer: [string, number[]][] };
  account: { given: { monthlyQuota: number | null } | null; answer: VendorAccount };
}
export interface VendorCall {
  readonly id: number;
  readonly name: keyof VendorCalls;
  readonly given: unknown;
}

/** `credentials` and `modelPace` as JSON are its arguments. */
const CHILD = fileURLToPath(new URL('./fire-vendors.child.ts', import.meta.url));

export async function startFireVendors(credentials: object, modelPace: string): Promise<FireVendors> {
  const child = fork(CHILD, [JSON.stringify(credentials), modelPace]);
  process.once('exit', () => child.kill('SIGKILL'));
  const waiting = new Map<number, (answer: unknown) => void>();
  let last = 0;
  child.on('message', ({ id, answer }: { id: number; answer: unknown }) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  const ask = <Name extends keyof VendorCalls>(
    name: Name,
    given: VendorCalls[Name]['given'],
  ): Promise<VendorCalls[Name]['answer']> =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, (answer) => resolve(answer as VendorCalls[Name]['answer']));
      child.send({ id: last, name, given } satisfies VendorCall);
    });
  return {
    ...(await ask('places', null)),
    addFriends: (count, prefix) => ask('addFriends', { count, prefix }),
    webhooks: (said) => ask('webhooks', said),
    answers: async () => new Map(await ask('answers', null)),
    account: (change) => ask('account', change ?? null),
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
