import { z } from 'zod';

/** Language of a base's documents; `auto`: told from each document's text. */
export const KNOWLEDGE_LANGUAGES = ['auto', 'en', 'ja', 'vi'] as const;
export const KnowledgeLanguage = z.enum(KNOWLEDGE_LANGUAGES);
export type KnowledgeLanguage = z.infer<typeof KnowledgeLanguage>;

const ModelId = z.string().trim().min(1).max(120);
export const KnowledgeSettings = z
  .object({
    language: KnowledgeLanguage.default('auto'),
    /** Most model tokens of a passage, about. */
    chunkTokens: z.number().int().min(80).max(1000).default(340),
    /** Percent of a passage that may be repeated from the end of the one before. */
    overlapPercent: z.number().int().min(0).max(50).default(15),
    /** `uuid` of GET /api/user/knowledge-models; null: words only. */
    embeddingModel: ModelId.nullable().default(null),
    /** `uuid` of GET /api/user/knowledge-models; null: none. */
    reranker: ModelId.nullable().default(null),
    /** Questions in another language than the base are translated first, when a language model is there. */
    translate: z.boolean().default(true),
  })
  .strict();
export type KnowledgeSettings = z.infer<typeof KnowledgeSettings>;
/** Fields that are absent stay as they are: no defaults. */
export const KnowledgeSettingsPatch = z
  .object({
    language: KnowledgeLanguage,
    chunkTokens: z.number().int().min(80).max(1000),
    overlapPercent: z.number().int().min(0).max(50),
    embeddingModel: ModelId.nullable(),
    reranker: ModelId.nullable(),
    translate: z.boolean(),
  })
  .partial()
  .strict();

/** Why a base's passages are not being embedded; what is embedded already serves on. */
export const EMBEDDING_PAUSES = ['no_tokens', 'refused', 'unavailable', 'model_gone'] as const;
/** How far a base's passages are embedded. While `next` is made, `model` serves. */
export const KnowledgeVectors = z.object({
  model: z.string().nullable(),
  dimensions: z.number().int().nullable(),
  next: z.string().nullable(),
  /** Passages embedded by the model that is being made (`next`, else `model`), of all that are switched on. */
  embedded: z.number().int(),
  total: z.number().int(),
  paused: z.enum(EMBEDDING_PAUSES).nullable(),
});
export type KnowledgeVectors = z.infer<typeof KnowledgeVectors>;
