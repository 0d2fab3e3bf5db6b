import type { KnowledgeModelView } from '@hanasu/contract/knowledge-models';

/** Why a model gave nothing. `refused`: the key or the request; `unavailable`: worth trying again later. */
export type KnowledgeModelFailure = {
  readonly kind: 'failed';
  readonly reason: 'refused' | 'unavailable' | 'model_gone' | 'stopped';
  readonly detail: string;
};

/** Vectors in the order of the texts, each of length 1. `tokens`: model tokens that were used. */
export type Embedded =
  | { readonly kind: 'ok'; readonly vectors: readonly Float32Array[]; readonly tokens: number }
  | KnowledgeModelFailure;

/** Scores in the order of the texts, 0..1. */
export type Reranked =
  | { readonly kind: 'ok'; readonly scores: readonly number[]; readonly tokens: number }
  | KnowledgeModelFailure;

/** Models that compare texts by meaning or put them in order. They are named by `uuid` of the view. */
export interface KnowledgeModels {
  /** All of this installation, also those without a key. */
  list(): readonly KnowledgeModelView[];
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
