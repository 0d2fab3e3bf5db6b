import type { AccountId } from '@hanasu/contract/ids';
import type { KnowledgeVectors } from '@hanasu/contract/knowledge-settings';
import { within } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { reserveCall, settleCalls } from '../../billing/public.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { titleText } from '../domain/title-text.ts';
import { type BareChunk, type VectorKey, writeVectors } from './vectors.store.ts';

export type EmbeddingDependencies = Pick<
  KnowledgeDependencies,
  'database' | 'knowledgeModels' | 'vectorEngine' | 'log' | 'realtime' | 'now' | 'jobs'
>;

/** The worker is given back while answers hold the balance: another account may need it. */
const PATIENCE_MS = 2_000;

export interface EmbeddingTask extends VectorKey {
  readonly accountId: AccountId;
  readonly signal: AbortSignal;
}

export type BatchOutcome =
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
    settleWith(dependencies, { accountId, id, model, tokens, input }, store);
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
  log.warn({ accountId, knowledgeId, model, detail: embedded.detail }, 'not embedded');
  return { kind: 'paused', reason: embedded.reason };
}

type Store = (transaction: Parameters<typeof settleCalls>[0]) => Promise<void>;
const nothing: Store = async () => undefined;

interface Hold {
  readonly accountId: AccountId;
  readonly id: string;
  readonly tokens: number;
}

const settleWith = (
  { database }: EmbeddingDependencies,
  call: Hold & { readonly model: string; readonly input: number },
  store: Store,
): Promise<void> =>
  database.system(async (transaction) => {
    await store(transaction);
    await settleCalls(transaction, [
      {
        accountId: call.accountId,
        id: call.id,
        tokens: call.tokens === 0 ? 0 : -call.tokens,
        botId: null,
        serviceUuid: call.model,
        channelId: null,
        conversationId: null,
        messageId: null,
        input: call.input,
        output: 0,
      },
    ]);
  });
