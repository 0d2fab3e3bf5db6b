import type { WebHookId } from '@hanasu/contract/ids';
import { sealedById } from '../../platform/crypto/sealed-column.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import { FetchFailure, type GuardedFetch } from '../../platform/net/guarded-fetch.ts';
import { createLeasedWorker, type LeasedWorker } from '../../platform/workers/leased-worker.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  NEXT_HOOK_DELIVERY_DUE,
  recordAttempt,
  switchOff,
} from './deliveries.store.ts';
import { type AttemptResult, nextStep } from './next-step.ts';
import { signedHeaders } from './signature.ts';

export const HOOK_TIMEOUT_MS = 10_000;
/** Longer than a try may take; what a killed process held is tried again after it. */
const LEASE_SECONDS = 30;
const AT_ONCE = 32;
const DETAIL_LENGTH = 1_000;

export interface HookSenderDependencies {
  readonly database: Database;
  readonly box: SecretBox;
  /** With a timeout of `HOOK_TIMEOUT_MS`. */
  readonly ask: GuardedFetch;
  readonly onError: (error: unknown) => void;
}

/** Sends deliveries; an address that hangs holds up only its own. */
export function createHookSender(dependencies: HookSenderDependencies): LeasedWorker {
  const { database, onError } = dependencies;
  return createLeasedWorker<ClaimedDelivery, WebHookId>({
    name: 'web-hooks',
    nextDue: NEXT_HOOK_DELIVERY_DUE,
    concurrency: AT_ONCE,
    async claim({ limit, running }) {
      const claim = { limit, leaseSeconds: LEASE_SECONDS, busy: [...running.keys()] };
      return {
        items: await database.system((transaction) => claimDeliveries(transaction, claim)),
        nextIn: null,
      };
    },
    run: (delivery) => deliver(dependencies, delivery),
    keyOf: ({ hookId, id }) => `${hookId}/${id}`,
    groupOf: ({ hookId }) => hookId,
    onError,
  });
}

async function deliver(
  { database, box, ask }: HookSenderDependencies,
  delivery: ClaimedDelivery,
): Promise<void> {
  const isWanted = delivery.isOn || delivery.event === 'test';
  const result = isWanted
    ? await tryOnce({ box, ask, database }, delivery)
    : { status: null, detail: 'switched_off' };
  const step = isWanted ? nextStep(result, delivery.attempts) : ({ kind: 'failed', isGone: false } as const);
  await database.system(async (transaction) => {
    await recordAttempt(transaction, delivery, result, step);
    if (step.kind === 'failed' && step.isGone) await switchOff(transaction, delivery);
  });
}

async function tryOnce(
  { box, ask, database }: Pick<HookSenderDependencies, 'box' | 'ask' | 'database'>,
  delivery: ClaimedDelivery,
): Promise<AttemptResult> {
  // The database keeps the members in an order of its own; the type is read first.
  const { type, timestamp, data } = delivery.payload;
  const body = JSON.stringify({ type, timestamp, data });
  const secret = box.tryOpen(delivery.secret, delivery.hookId);
  if (secret === null) return { status: null, detail: 'secret_unreadable' };
  try {
    const response = await ask(delivery.url, {
      method: 'POST',
      // Whoever listens moves by changing the hook: a redirect would take a customer's words to another address.
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Hanasu-Webhooks/1',
        ...signedHeaders(secret, { id: delivery.id, sentAt: new Date(database.now()), body }),
      },
      body,
    });
    return { status: response.status, detail: await beginningOf(response) };
  } catch (error) {
    if (error instanceof FetchFailure) return { status: null, detail: error.reason };
    throw error;
  }
}

/** What the address says after its status matters to the log alone: that it breaks off changes nothing. */
async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < DETAIL_LENGTH) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    await reader.cancel();
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
  }
  // Postgres text holds neither NUL nor half a surrogate pair.
  return text.replaceAll('\0', '').slice(0, DETAIL_LENGTH).toWellFormed();
}

export const SEALED_HOOKS = sealedById('web_hooks', 'secret');
