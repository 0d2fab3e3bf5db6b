import type { KnowledgeId } from '@hanasu/contract/ids';

interface CreateWebsiteProps {
  knowledgeUuid: KnowledgeId;
  onCreated: () => void;
}

/** Adds a web page or site to a base. */
export function CreateWebsite(_props: CreateWebsiteProps) {
  return null;
}
