import type { KnowledgeId } from '@hanasu/contract/ids';

export function TestsPanel(_: { knowledgeUuid: KnowledgeId }) {
  return null;
}
