import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const KnowledgeModelView = z.object({
  uuid: z.string(),
  kind: z.enum(['embedding', 'reranker']),
  name: z.string(),
  provider: z.string(),
  /** Of its vectors; null: told by the first answer, or a reranker. */
  dimensions: z.number().int().nullable(),
  available: z.boolean(),
  /** Prepaid tokens for one token that it reads, and for each call. */
  rate: z.number(),
  perCall: z.number().int(),
  /** Setting that makes it available. */
  setting: z.string().nullable(),
});
export type KnowledgeModelView = z.infer<typeof KnowledgeModelView>;
export const listKnowledgeModels = endpoint({
  method: 'GET',
  path: '/api/user/knowledge-models',
  summary: 'Models that compare passages by meaning or put them in order',
  tag: 'knowledge',
  access: 'viewer',
  status: 200,
  output: z.object({ items: z.array(KnowledgeModelView) }),
});
