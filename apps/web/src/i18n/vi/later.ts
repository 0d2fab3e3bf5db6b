import { chunks } from './chunks.ts';
import { documents } from './documents.ts';
import { health } from './health.ts';
import { knowledgeSettings } from './knowledge-settings.ts';
import { questionSets } from './question-sets.ts';
import { websites } from './websites.ts';

/** Words of pages that bring them along: the first page of all stays light. */
export const words = {
  chunks,
  documents,
  health,
  knowledgeSettings,
  questionSets,
  websites,
} as const;
