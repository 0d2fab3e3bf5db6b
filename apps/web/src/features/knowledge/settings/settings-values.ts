import type { KnowledgeView } from '@hanasu/contract/knowledge';
import { updateKnowledge } from '@hanasu/contract/knowledge';
import type { KnowledgeSettings } from '@hanasu/contract/knowledge-settings';

/** What the form of a base's settings holds. */
export const SettingsInput = updateKnowledge.body
  .required()
  .extend({ settings: updateKnowledge.body.shape.settings.unwrap().required() });
export interface SettingsValues {
  name: string;
  settings: KnowledgeSettings;
}

export const valuesOf = ({ name, settings }: KnowledgeView): SettingsValues => ({ name, settings });

/** What a form says differently: what somebody else has changed meanwhile stays. */
export function changesOf(base: KnowledgeView, { name, settings }: SettingsValues) {
  const changed = Object.entries(settings).filter(
    ([field, value]) => value !== base.settings[field as keyof KnowledgeSettings],
  );
  return { ...(name !== base.name && { name }), settings: Object.fromEntries(changed) };
}

/** How much a change makes necessary once more. */
export interface DoneAgain {
  readonly documents: number;
  readonly passages: number;
}

/** Null when a change asks for nothing to be done again. */
export function doneAgain(base: KnowledgeView, settings: KnowledgeSettings): DoneAgain | null {
  const before = base.settings;
  const isCut =
    settings.chunkTokens !== before.chunkTokens || settings.overlapPercent !== before.overlapPercent;
  const isEmbedded = settings.embeddingModel !== null && settings.embeddingModel !== before.embeddingModel;
  const documents = isCut ? base.ready : 0;
  const passages = isEmbedded ? base.embeddings : 0;
  return documents + passages > 0 ? { documents, passages } : null;
}
