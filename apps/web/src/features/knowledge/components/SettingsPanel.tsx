import type { KnowledgeView } from '@hanasu/contract/knowledge';

export function SettingsPanel(_: { base: KnowledgeView }) {
  return null;
}
