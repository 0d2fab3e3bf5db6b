import type { KnowledgeId } from '@hanasu/contract/ids';

export function HealthPanel(_: { knowledgeUuid: KnowledgeId }) {
  return null;
}
