import type { AccountId, KnowledgeId } from '@hanasu/contract/ids';
import type { KnowledgeVectors } from '@hanasu/contract/knowledge-settings';
import { UPDATE_KNOWLEDGE, type UpdateKnowledge } from '@hanasu/contract/realtime';
import { within } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { reserveCall, settleUsage } from '../../billing/public.ts';
import { selectKnowledge } from '../bases/knowledge.store.ts';
import { titleText } from '../chunks/chunk-edit.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import type { KnowledgeKey } from '../keys.ts';
import type { VectorKey } from './vector-index.ts';
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
  writeVectors,
} from './vectors.store.ts';

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
  const publishConversationUpdate = () => announceKnowledge(dependencies, accountId, knowledgeId);
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
      return publishConversationUpdate();
    }
    const task = { accountId, knowledgeId, model: step.model, signal };
    const outcome = await embedBatch(dependencies, task, step.chunks);
    if (outcome.kind === 'stopped') throw new Error('the worker is stopping');
    if (outcome.kind === 'busy') return postpone(dependencies, { accountId, knowledgeId });
    if (outcome.kind === 'paused') return pause(dependencies, { accountId, knowledgeId }, outcome);
    cursor = { model: step.model, after: step.chunks.at(-1)?.ordinal ?? -1 };
    if (now() - announcedAt < ANNOUNCE_EVERY_MS) continue;
    announcedAt = now();
    await publishConversationUpdate();
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

export type EmbeddingDependencies = Pick<
  KnowledgeDependencies,
  'database' | 'knowledgeModels' | 'vectorEngine' | 'log' | 'realtime' | 'now' | 'jobs'
>;

/** The worker is given back while answers hold the balance: another account may need it. */
const PATIENCE_MS = 2_000;

interface EmbeddingTask extends VectorKey {
  readonly accountId: AccountId;
  readonly signal: AbortSignal;
}

type BatchOutcome =
  | { readonly kind: 'stored' }
  | { readonly kind: 'paused'; readonly reason: NonNullable<KnowledgeVectors['paused']> }
  /** Answers hold the balance: it is tried again soon. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'stopped' };

/**
 * Embeds chunks and stores their vectors. The account pays when they are stored and in the same transaction: what a
 * crash or a failure takes away is not paid for.
 */
export async function embedBatch(
  dependencies: EmbeddingDependencies,
  task: EmbeddingTask,
  chunks: readonly BareChunk[],
): Promise<BatchOutcome> {
  const { knowledgeModels: models, log } = dependencies;
  const { accountId, knowledgeId, model, signal } = task;
  const id = newId<string>();
  const texts = chunks.map(({ title, headingPath, text }) => `${titleText(title, headingPath)}\n\n${text}`);
  const settle = (tokens: number, input: number, store: Store = nothing) =>
    settleWith(
      dependencies,
      { accountId, id, model, tokens, input, ...sourceOf(knowledgeId, chunks) },
      store,
    );
  const tokens = models.estimateCost(model, texts);
  const reserved =
    tokens === 0
      ? 'granted'
      : await reserveCall(dependencies.database, {
          ...{ accountId, id, tokens, urgency: 'background' },
          signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
        });
  if (reserved === 'spent') return { kind: 'paused', reason: 'no_tokens' };
  if (reserved === 'busy') return { kind: signal.aborted ? 'stopped' : 'busy' };
  const embedded = await models
    .embed({ model, purpose: 'document', texts, signal })
    .catch(async (error: unknown) => {
      await settle(0, 0);
      throw error;
    });
  if (embedded.kind === 'ok') {
    const vectors = chunks.map((chunk, index) => ({
      id: chunk.id,
      text: chunk.text,
      vector: embedded.vectors[index] ?? new Float32Array(),
    }));
    await settle(embedded.cost, embedded.tokens, async (transaction) => {
      const engine = dependencies.vectorEngine();
      await writeVectors(within(transaction, accountId), { knowledgeId, model }, vectors, engine);
    });
    return { kind: 'stored' };
  }
  await settle(0, 0);
  if (embedded.reason === 'stopped') return { kind: 'stopped' };
  log.warn({ accountId, knowledgeId, model, detail: embedded.detail }, 'embedding failed');
  return { kind: 'paused', reason: embedded.reason };
}

/** The document, where all chunks are of one. */
function sourceOf(knowledgeId: KnowledgeId, chunks: readonly BareChunk[]) {
  const [documentId = null, ...others] = new Set(chunks.map((chunk) => chunk.documentId));
  return { knowledgeId, documentId: others.length === 0 ? documentId : null };
}

type Store = (transaction: Parameters<typeof settleUsage>[0]) => Promise<void>;
const nothing: Store = async () => undefined;

interface Hold {
  readonly accountId: AccountId;
  readonly id: string;
  readonly tokens: number;
}

const settleWith = (
  { database }: EmbeddingDependencies,
  call: Hold & ReturnType<typeof sourceOf> & { readonly model: string; readonly input: number },
  store: Store,
): Promise<void> =>
  database.system(async (transaction) => {
    await store(transaction);
    await settleUsage(transaction, [
      {
        accountId: call.accountId,
        id: call.id,
        tokens: call.tokens === 0 ? 0 : -call.tokens,
        botId: null,
        serviceUuid: call.model,
        channelId: null,
        conversationId: null,
        messageId: null,
        knowledgeId: call.knowledgeId,
        documentId: call.documentId,
        input: call.input,
        output: 0,
      },
    ]);
  });
