import { listKnowledgeModels } from '@hanasu/contract/knowledge-models';
import { type EndpointRow, nothing, row } from './row.ts';

export const KNOWLEDGE_MODEL_ROWS: readonly EndpointRow[] = [row(listKnowledgeModels, nothing)];
