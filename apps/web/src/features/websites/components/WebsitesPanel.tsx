import type { KnowledgeId } from '@hanasu/contract/ids';

export function WebsitesPanel(_: { knowledgeUuid: KnowledgeId }) {
  return null;
}
