import type { KnowledgeModelView } from '@hanasu/contract/knowledge-models';

/** Why a model gave nothing. `refused`: the key or the request; `unavailable`: worth trying again later. */
export type KnowledgeModelFailure = {
  readonly kind: 'failed';
  readonly reason: 'refused' | 'unavailable' | 'model_gone' | 'stopped';
  readonly detail: string;
};

/** What a call has used. `tokens`: of the model, counted or estimated. `cost`: prepaid tokens, a whole number. */
interface Used {
  readonly tokens: number;
  readonly cost: number;
}

/** Vectors in the order of the texts, each of length 1. */
export type Embedded =
  | ({ readonly kind: 'ok'; readonly vectors: readonly Float32Array[] } & Used)
  | KnowledgeModelFailure;

/** Scores in the order of the texts, 0..1. */
export type Reranked =
  | ({ readonly kind: 'ok'; readonly scores: readonly number[] } & Used)
  | KnowledgeModelFailure;

/** Models that compare texts by meaning or put them in order. They are named by `uuid` of the view. */
export interface KnowledgeModels {
  /** All of this installation, also those without a key. */
  list(): readonly KnowledgeModelView[];
  /** Prepaid tokens that embedding or putting these texts in order costs, about; to reserve before the call. */
  estimateCost(model: string, texts: readonly string[]): number;
  /** Any number of texts: packed into as many calls as the provider's limits ask for. */
  embed(request: {
    readonly model: string;
    readonly purpose: 'query' | 'document';
    readonly texts: readonly string[];
    readonly signal?: AbortSignal;
  }): Promise<Embedded>;
  rerank(request: {
    readonly model: string;
    readonly query: string;
    readonly texts: readonly string[];
    readonly signal?: AbortSignal;
  }): Promise<Reranked>;
}
