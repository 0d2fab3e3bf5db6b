import type { DocumentView } from '@hanasu/contract/knowledge';
import type { KnowledgeLanguage } from '@hanasu/contract/knowledge-settings';
import { detectLanguage } from '@hanasu/models/builtin/detect-language';

const SAMPLE = 4_000;

/** The language that is set for the base, or what the beginning, the middle and the end of the text are written in. */
export function documentLanguage(text: string, set: KnowledgeLanguage): DocumentView['language'] {
  if (set !== 'auto') return set;
  const middle = Math.max(0, Math.floor(text.length / 2) - SAMPLE / 2);
  const sample = [text.slice(0, SAMPLE), text.slice(middle, middle + SAMPLE), text.slice(-SAMPLE)].join('\n');
  return /\p{L}/u.test(sample) ? detectLanguage(sample) : null;
}
