import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import { UPDATE_KNOWLEDGE, type UpdateKnowledge } from '@hanasu/contract/realtime';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { selectKnowledge } from '../knowledge.store.ts';
import { type BatchOutcome, type EmbeddingDependencies, embedBatch } from './embed-batch.ts';
import {
  awaitLease,
  type BareChunk,
  leaseVectors,
  lockVectors,
  pauseVectors,
  postponeVectors,
  releaseVectors,
  removeOtherVectors,
  selectBareChunks,
  switchVectors,
} from './vectors.store.ts';

export interface KnowledgeKey {
  readonly accountId: AccountId;
  readonly knowledgeId: KnowledgeId;
}

const BATCH = 64;
/** A worker that died lets go of its base after this long; each batch renews it. */
const LEASE_SECONDS = 180;
/** Answers that hold the balance are over by then, or others hold it. */
const RETRY_SECONDS = 10;
const REMOVE_AT_ONCE = 5_000;
const ANNOUNCE_EVERY_MS = 1_000;

type Step =
  | { readonly kind: 'embed'; readonly model: string; readonly chunks: readonly BareChunk[] }
  /** Every chunk has a vector of this model, which serves from now on; null: words only. */
  | { readonly kind: 'done'; readonly model: string | null }
  /** The base is gone. */
  | { readonly kind: 'gone' };

/**
 * Makes the vectors that a base lacks, batch by batch, and lets the wanted model serve once it has them all; until
 * then the one before serves. One worker at a time; whoever comes second leaves, because the first looks again before
 * it lets go. Running it again goes on where it stopped. Throws only when trying again at once makes sense.
 */
export async function embedKnowledge(
  dependencies: EmbeddingDependencies,
  { accountId, knowledgeId }: KnowledgeKey,
  signal: AbortSignal,
): Promise<void> {
  const { database } = dependencies;
  const mine = await database.account(accountId, async (transaction) => {
    const lease = { seconds: LEASE_SECONDS, isMine: false };
    const state = await leaseVectors(transaction, knowledgeId, lease);
    if (!state) await awaitLease(transaction, knowledgeId);
    return state;
  });
  if (!mine) return;
  try {
    await work(dependencies, { accountId, knowledgeId }, signal);
  } catch (error) {
    await database.account(accountId, (transaction) =>
      releaseVectors(transaction, knowledgeId, { done: false }),
    );
    throw error;
  }
}

async function work(
  dependencies: EmbeddingDependencies,
  { accountId, knowledgeId }: KnowledgeKey,
  signal: AbortSignal,
): Promise<void> {
  const { database, now } = dependencies;
  const announce = () => announceKnowledge(dependencies, accountId, knowledgeId);
  let cursor: Cursor = { model: null, after: -1 };
  let announcedAt = now();
  for (;;) {
    signal.throwIfAborted();
    const step = await database.account(accountId, (transaction) => next(transaction, knowledgeId, cursor));
    if (step.kind === 'gone') return;
    if (step.kind === 'done') {
      await removeOthers(dependencies, { accountId, knowledgeId }, step.model);
      const { model } = step;
      if (model !== null) await dependencies.vectorEngine()?.tend(accountId, { knowledgeId, model });
      return announce();
    }
    const task = { accountId, knowledgeId, model: step.model, signal };
    const outcome = await embedBatch(dependencies, task, step.chunks);
    if (outcome.kind === 'stopped') throw new Error('the worker is stopping');
    if (outcome.kind === 'busy') return postpone(dependencies, { accountId, knowledgeId });
    if (outcome.kind === 'paused') return pause(dependencies, { accountId, knowledgeId }, outcome);
    cursor = { model: step.model, after: step.chunks.at(-1)?.ordinal ?? -1 };
    if (now() - announcedAt < ANNOUNCE_EVERY_MS) continue;
    announcedAt = now();
    await announce();
  }
}

/** How far the model has come; chunks before it that lack a vector are found by the last look, from the start. */
interface Cursor {
  readonly model: string | null;
  readonly after: number;
}

/** Holds the base meanwhile, so that what is committed later finds it let go. */
async function next(
  transaction: Parameters<typeof leaseVectors>[0],
  knowledgeId: KnowledgeId,
  cursor: Cursor,
): Promise<Step> {
  const state = await leaseVectors(transaction, knowledgeId, { seconds: LEASE_SECONDS, isMine: true });
  if (!state) return { kind: 'gone' };
  const model = state.wanted;
  if (model !== null) {
    const starts = model === cursor.model && cursor.after >= 0 ? [cursor.after, -1] : [-1];
    for (const after of starts) {
      const key = { knowledgeId, model };
      const chunks = await selectBareChunks(transaction, key, { after, limit: BATCH });
      if (chunks.length > 0) return { kind: 'embed', model, chunks };
    }
  }
  await switchVectors(transaction, knowledgeId, model);
  await releaseVectors(transaction, knowledgeId, { done: true });
  return { kind: 'done', model };
}

async function pause(
  dependencies: EmbeddingDependencies,
  { accountId, knowledgeId }: KnowledgeKey,
  { reason }: Extract<BatchOutcome, { kind: 'paused' }>,
): Promise<void> {
  await dependencies.database.account(accountId, (transaction) =>
    pauseVectors(transaction, knowledgeId, reason),
  );
  await announceKnowledge(dependencies, accountId, knowledgeId);
}

/** The next pass of the keeper goes on where this one stopped; another base may have the worker meanwhile. */
const postpone = (
  { database }: EmbeddingDependencies,
  { accountId, knowledgeId }: KnowledgeKey,
): Promise<void> =>
  database.account(accountId, (transaction) => postponeVectors(transaction, knowledgeId, RETRY_SECONDS));

async function removeOthers(
  { database }: EmbeddingDependencies,
  { accountId, knowledgeId }: KnowledgeKey,
  kept: string | null,
): Promise<void> {
  for (;;) {
    const removed = await database.account(accountId, async (transaction) => {
      // The settings may have changed since: another worker may be making those vectors.
      const state = await lockVectors(transaction, knowledgeId);
      if (!state || state.wanted !== kept || state.model !== kept) return 0;
      return removeOtherVectors(transaction, knowledgeId, { kept, most: REMOVE_AT_ONCE });
    });
    if (removed < REMOVE_AT_ONCE) return;
  }
}

/** Tells the account's browsers how a base stands. Call after the commit. */
async function announceKnowledge(
  { database, realtime }: Pick<KnowledgeDependencies, 'database' | 'realtime'>,
  accountId: AccountId,
  knowledgeId: KnowledgeId,
): Promise<void> {
  const knowledge = await database.account(accountId, (transaction) =>
    selectKnowledge(transaction, knowledgeId),
  );
  if (knowledge) realtime.emit(accountId, UPDATE_KNOWLEDGE, { knowledge } satisfies UpdateKnowledge);
}
