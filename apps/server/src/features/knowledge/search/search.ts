import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { AccountId, DocumentId, EmbeddingId, KnowledgeId } from '@hanasu/contract/ids';
import type { SearchHit, searchKnowledge } from '@hanasu/contract/knowledge';
import type { CallUrgency } from '../../billing/public.ts';

/** Which documents are searched; an empty part narrows nothing. */
export interface SearchFilter {
  /** All of them. */
  readonly tags: readonly string[];
  /** All of these values. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly documentIds: readonly DocumentId[];
}

export interface KnowledgeSearch {
  readonly accountId: AccountId;
  readonly knowledgeIds: readonly KnowledgeId[];
  readonly query: string;
  readonly limit: number;
  readonly filter?: SearchFilter;
  /** True: each passage comes with the ones before and behind it in its document. */
  readonly neighbours?: boolean;
  /** How long models that it asks may wait for tokens that others hold; absent: as inside a turn. */
  readonly urgency?: CallUrgency;
}

/** A passage's place in its document: `start` and `end` are offsets into the text of the document. */
export interface PassagePart {
  readonly position: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A found passage. `score` compares within one base only, `confidence` (0..1) across bases. */
export interface FoundPassage extends PassagePart {
  readonly embeddingId: EmbeddingId;
  readonly documentId: DocumentId;
  readonly knowledgeId: KnowledgeId;
  readonly title: string;
  /** Of the page that the document was made from; null: it was made from none. */
  readonly url: string | null;
  readonly headingPath: readonly string[];
  readonly page: number | null;
  readonly score: number;
  readonly confidence: number;
  /** What each stage made of it. */
  readonly stages: SearchHit['stages'];
  /** Beside it in its document, when they were asked for. */
  readonly neighbours: readonly PassagePart[];
}

export type StageReport = EndpointOutput<typeof searchKnowledge>['stages'][number];
export type StageName = StageReport['name'];
export type SkipReason = NonNullable<StageReport['skipped']>;

/** What a search found, and how. */
export interface SearchOutcome {
  readonly passages: FoundPassage[];
  readonly stages: readonly StageReport[];
  /** What was looked for beside the question. */
  readonly translated: string | null;
  /** Passages left out because a better one says nearly the same. */
  readonly duplicates: number;
}

/** What a stage that needs a model gave, or why it was left out. */
export type Attempt<Value> =
  | { readonly kind: 'done'; readonly value: Value; readonly milliseconds: number }
  | { readonly kind: 'skipped'; readonly reason: SkipReason; readonly milliseconds: number };
