import { readFile } from 'node:fs/promises';
import type { Locale } from '@hanasu/contract/accounts';
import type { BuiltinPassage } from '@hanasu/models/builtin/score-sentences';
import { chunkTerms } from '@hanasu/retrieval/analyse/analyse';
import { planQuery, rankChunks } from '@hanasu/retrieval/rank/search';
import { buildSegment } from '@hanasu/retrieval/rank/segment';
import { addLengths, emptyStatistics } from '@hanasu/retrieval/rank/statistics';
import { splitDocument } from '@hanasu/retrieval/split/split';

/** What the demo bot knows of Hanasu, in one language. */
export interface Guide {
  /** The sections that fit a question, best first, numbered from 1. */
  search(question: string): BuiltinPassage[];
}

const MOST_PASSAGES = 5;

const guides = new Map<Locale, Promise<Guide>>();

/** Reads and indexes the guide once per process; one that can't be read is tried again by the next question. */
export function openGuide(locale: Locale): Promise<Guide> {
  const opened = guides.get(locale);
  if (opened) return opened;
  const opening = readGuide(locale);
  guides.set(locale, opening);
  opening.catch(() => guides.delete(locale));
  return opening;
}

async function readGuide(locale: Locale): Promise<Guide> {
  const text = await readFile(new URL(`./guide/${locale}.md`, import.meta.url), 'utf8');
  const sections = splitDocument({ text, pages: null, title: null }).map((chunk) => ({
    title: chunk.headingPath.at(-1) ?? '',
    text: chunk.text,
  }));
  const chunks = sections.map((section, ordinal) => ({ ordinal, terms: chunkTerms(section) }));
  const segment = { ...buildSegment(chunks), removed: new Set<number>() };
  const statistics = chunks.reduce((sum, { terms }) => addLengths(sum, terms.lengths), emptyStatistics());
  return {
    search(question) {
      const plan = planQuery(question);
      const ranked = rankChunks({ plan, statistics, segments: [segment], limit: MOST_PASSAGES });
      return ranked.flatMap(({ ordinal, confidence }, index) => {
        const section = sections[ordinal];
        return section ? [{ ...section, number: index + 1, confidence }] : [];
      });
    },
  };
}
