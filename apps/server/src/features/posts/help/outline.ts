import type { KnowledgeId } from '@hanasu/contract/ids';
import type { PostHelp, PostSource } from '@hanasu/contract/post-help';
import { normaliseText } from '@hanasu/contract/text';
import { scoreSentences } from '@hanasu/models/builtin/score-sentences';
import { splitSentences } from '@hanasu/models/builtin/split-sentences';
import { AppError } from '../../../platform/app-error.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import type { FoundPassage, KnowledgeSearch } from '../../knowledge/public.ts';
import { sanitisePost } from '../html/sanitise-post.ts';

export type SearchPassages = (search: KnowledgeSearch) => Promise<FoundPassage[]>;

const PASSAGES = 12;

/** The passages that an outline rests on; throws `no_passages`. */
export async function findPassages(
  search: SearchPassages,
  {
    accountId,
    knowledgeId,
    topic,
  }: Pick<KnowledgeSearch, 'accountId'> & {
    readonly knowledgeId: KnowledgeId;
    readonly topic: string;
  },
): Promise<FoundPassage[]> {
  const passages = await search({
    accountId,
    knowledgeIds: [knowledgeId],
    query: topic,
    limit: PASSAGES,
    urgency: 'staff',
  });
  if (passages.length === 0)
    throw new AppError('no_passages', 'The knowledge base has no passages on this topic');
  return passages;
}

/** The documents of passages, in the order in which they were found. */
export function sourcesOf(
  passages: readonly FoundPassage[],
  headingsOf: (found: readonly FoundPassage[]) => readonly string[] = (found) =>
    found.flatMap(({ headingPath }) => cleanHeading(headingPath.at(-1) ?? '') || []),
): PostSource[] {
  const byDocument = Map.groupBy(passages, ({ documentId }) => documentId);
  return [...byDocument].map(([documentUuid, found]) => ({
    knowledgeUuid: found[0]?.knowledgeId as KnowledgeId,
    documentUuid,
    title: found[0]?.title ?? '',
    headings: [...new Set(headingsOf(found))],
  }));
}

/** Where a passage stands: its document and headings. */
export const placeOf = ({ title, headingPath }: FoundPassage): string => [title, ...headingPath].join(' › ');

const SECTIONS = 8;
const POINTS = 3;
const POINT_LENGTH = 160;
const HEADING_LENGTH = 60;

/** A heading with the sentences below it that match the topic best. */
interface Section {
  readonly heading: string;
  readonly points: readonly string[];
  readonly documents: ReadonlySet<string>;
  /** Of the point that matches best. */
  readonly match: number;
}

/** A sentence of a passage, and how well it matches the topic. */
interface Point extends Pick<FoundPassage, 'documentId'> {
  readonly heading: string;
  readonly text: string;
  readonly match: number;
}

/** An outline without a model: headings of the passages that match the topic, each with the sentences below it that match best. */
export function outlineOfPassages(
  topic: string,
  passages: readonly FoundPassage[],
): Pick<PostHelp, 'content' | 'sources'> {
  const sections = sectionsOf(pointsOf(topic, passages));
  const html = sections.map(({ heading, points }) => {
    const items = points.map((point) => `<li><p>${escapeHtml(point)}</p></li>`);
    return `<h2>${escapeHtml(heading)}</h2><ul>${items.join('')}</ul>`;
  });
  const sources = sourcesOf(passages, ([found]) =>
    sections.flatMap(({ heading, documents }) => (found && documents.has(found.documentId) ? heading : [])),
  );
  return {
    content: sanitisePost(html.join('')),
    sources: sources.filter(({ headings }) => headings.length > 0),
  };
}

/** Words of the topic in the best sentence; with less, only its meaning has led to the passages. */
const LEAST_COVERAGE = 0.1;
/** What matches less than this share of the best match is about something else. */
const LEAST_SHARE = 0.35;

/** The sentences of passages, each once, in the order of their documents. */
function pointsOf(topic: string, passages: readonly FoundPassage[]): Point[] {
  const ordered = [...Map.groupBy(passages, ({ documentId }) => documentId).values()]
    .flatMap((found) => found.toSorted((one, other) => one.position - other.position))
    .map((passage, number) => ({ ...passage, number, text: headed(passage) }));
  // The title stands above all of a document, so it sets no part of it apart.
  const scored = scoreSentences(
    topic,
    ordered.map((passage) => ({ ...passage, title: '' })),
  );
  const coverages = new Map(scored.map((each) => [`${each.passage} ${each.position}`, each.coverage]));
  const isByWords = Math.max(0, ...coverages.values()) >= LEAST_COVERAGE;
  const used = new Set<string>();
  return ordered.flatMap(({ number, documentId, title, text, confidence }) => {
    let heading = cleanHeading(title) || title;
    return splitSentences(text).flatMap((sentence, position): Point[] => {
      const coverage = coverages.get(`${number} ${position}`);
      if (coverage === undefined) {
        heading = cleanHeading(sentence.text) || heading;
        return [];
      }
      const said = plainWords(sentence.text.replace(LIST_MARK, ''), POINT_LENGTH);
      if (used.has(said)) return [];
      used.add(said);
      return [{ documentId, heading, text: said, match: isByWords ? coverage : confidence }];
    });
  });
}

/** The text of a passage below its heading, also where the passage begins further down. */
const headed = ({ headingPath, text }: FoundPassage): string =>
  [...headingPath.slice(-1).map((heading) => `## ${heading}`), text].join('\n\n');

/** The sections that match best, in the order of their points. Headings that are the same are one section. */
function sectionsOf(points: readonly Point[]): Section[] {
  const byHeading = Map.groupBy(points, ({ heading }) => normaliseText(heading));
  const sections = [...byHeading.values()].map((below): Section => {
    const chosen = bestOf(below, POINTS);
    return {
      heading: below[0]?.heading ?? '',
      points: chosen.map(({ text }) => text),
      documents: new Set(chosen.map(({ documentId }) => documentId)),
      match: Math.max(...chosen.map(({ match }) => match)),
    };
  });
  const least = LEAST_SHARE * Math.max(0, ...sections.map(({ match }) => match));
  return bestOf(
    sections.filter(({ match }) => match >= least),
    SECTIONS,
  );
}

/** The items that match best, in their order. */
function bestOf<Item extends Pick<Point, 'match'>>(items: readonly Item[], count: number): Item[] {
  const best = new Set(items.toSorted((one, other) => other.match - one.match).slice(0, count));
  return items.filter((item) => best.has(item));
}

/** What a document marks its headings and points with: ■, ・, 1. and the like; not the number of 24時間 or 3.5. */
const LIST_MARK =
  /^(?:[\s#・●○■□◆◇▼▽▲△▶▷►★☆◎•‣※]|[-–—*+]\s|[(（]\d{1,3}[)）]|[①-⑳]|\d{1,2}(?:\.\d{1,2})*[.)．）、](?!\d)|\d{1,2}(?:\.\d{1,2})+\s+(?=[\p{Lu}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]))+/u;
const BRACKETED = /^[【＜《〈](.+)[】＞》〉]$/u;

const cleanHeading = (text: string): string =>
  plainWords(
    text
      .replace(LIST_MARK, '')
      .replace(BRACKETED, '$1')
      .replace(/[:：\s#]+$/u, ''),
    HEADING_LENGTH,
  );

/** Without marks of Markdown, and not longer than a line or two. */
function plainWords(text: string, length: number): string {
  const plain = text.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\*\*|__|`/g, '');
  const letters = [...new Intl.Segmenter().segment(plain)].map(({ segment }) => segment);
  if (letters.length <= length) return plain;
  const start = letters.slice(0, length).join('');
  const space = start.lastIndexOf(' ');
  return `${space > start.length / 2 ? start.slice(0, space) : start}…`;
}
