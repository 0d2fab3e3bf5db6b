import type { AccountId } from '@hanasu/contract/ids';
import type { CallUrgency } from '../../billing/public.ts';
import type { KnowledgeDependencies } from '../dependencies.ts';
import { rerankedConfidence } from '../domain/ranking.ts';
import type { Attempt, FoundPassage } from '../domain/search.ts';
import type { SearchableBase } from '../index.store.ts';
import { chargedCall } from './charged-call.ts';
import { done, skipped, thrown } from './prepare-question.ts';

/** Candidates that a reranker reads. */
export const RERANKED = 30;
const PATIENCE_MS = 3_000;
const AWAY_MS = 15_000;

export type Reranking = Pick<
  KnowledgeDependencies,
  'database' | 'knowledgeModels' | 'memory' | 'now' | 'log'
>;

/** The model that orders what some bases have found, or why there is none. */
export function chooseReranker(
  { knowledgeModels, memory, now }: Pick<Reranking, 'knowledgeModels' | 'memory' | 'now'>,
  bases: readonly SearchableBase[],
): { readonly model: string } | { readonly skipped: 'not_set' | 'no_model' | 'failed' } {
  const model = bases.find(({ settings }) => settings.reranker !== null)?.settings.reranker;
  if (!model) return { skipped: 'not_set' };
  const isThere = knowledgeModels?.list().some(({ uuid, available }) => uuid === model && available);
  if (!isThere) return { skipped: 'no_model' };
  return (memory?.away.get(model) ?? 0) > now() ? { skipped: 'failed' } : { model };
}

interface RerankRequest {
  readonly accountId: AccountId;
  readonly query: string;
  readonly model: string;
  readonly urgency: CallUrgency;
}

/** Has a model read the passages together with the question and puts them in its order; best first. */
export async function rerankPassages(
  { database, knowledgeModels, memory, now, log }: Reranking,
  { accountId, query, model, urgency }: RerankRequest,
  passages: readonly FoundPassage[],
): Promise<Attempt<FoundPassage[]>> {
  const started = now();
  if (!knowledgeModels) return skipped('no_model');
  const texts = passages.map(({ title, headingPath, text }) => [title, ...headingPath, text].join('\n'));
  const estimate = knowledgeModels.estimateCost(
    model,
    texts.map((text) => `${query}\n${text}`),
  );
  const reranked = await chargedCall(database, { accountId, model, estimate, urgency }, () =>
    knowledgeModels.rerank({ model, query, texts, signal: AbortSignal.timeout(PATIENCE_MS) }),
  ).catch((error: unknown) => thrown(error));
  const milliseconds = now() - started;
  if (reranked.kind === 'skipped') return skipped(reranked.reason, milliseconds);
  if (reranked.kind === 'failed') {
    log.warn({ model, reason: reranked.reason, detail: reranked.detail }, 'passages were not put in order');
    memory?.away.set(model, now() + AWAY_MS);
    return skipped(reranked.reason === 'model_gone' ? 'no_model' : 'failed', milliseconds);
  }
  const ordered = passages
    .map((passage, index) => ({ passage, score: reranked.scores[index] ?? 0 }))
    .sort((one, other) => other.score - one.score)
    .map(({ passage, score }, index) => ({
      ...passage,
      score,
      confidence: rerankedConfidence(passage.confidence, score),
      stages: { ...passage.stages, reranked: { rank: index + 1, score } },
    }));
  return done(ordered, milliseconds);
}
