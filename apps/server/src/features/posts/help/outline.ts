import type { KnowledgeId } from '@hanasu/contract/ids';
import type { PostSource } from '@hanasu/contract/post-help';
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
export function sourcesOf(passages: readonly FoundPassage[]): PostSource[] {
  const byDocument = Map.groupBy(passages, ({ documentId }) => documentId);
  return [...byDocument].map(([documentUuid, found]) => ({
    knowledgeUuid: found[0]?.knowledgeId as KnowledgeId,
    documentUuid,
    title: found[0]?.title ?? '',
    headings: [...new Set(found.flatMap(({ headingPath }) => headingPath.at(-1) ?? []))],
  }));
}

/** Where a passage stands: its document and headings. */
export const placeOf = ({ title, headingPath }: FoundPassage): string => [title, ...headingPath].join(' › ');

const SECTIONS = 8;
const POINTS = 3;
const POINT_LENGTH = 160;

/** An outline without a model: the headings of passages, each with the first sentences below it. */
export function outlineOfPassages(passages: readonly FoundPassage[]): string {
  const sections = new Map<string, string[]>();
  const ordered = [...Map.groupBy(passages, ({ documentId }) => documentId).values()].flatMap((found) =>
    found.toSorted((one, other) => one.position - other.position),
  );
  for (const { title, headingPath, text } of ordered) {
    let heading = headingPath.at(-1) ?? title;
    for (const sentence of splitSentences(text)) {
      const said = plainWords(sentence.text);
      if (sentence.kind !== 'statement') heading = said.replace(/[:：]$/u, '');
      else sections.set(heading, [...(sections.get(heading) ?? []), said]);
    }
  }
  const html = [...sections].slice(0, SECTIONS).map(([heading, points]) => {
    const items = [...new Set(points)]
      .slice(0, POINTS)
      .map((point) => `<li><p>${escapeHtml(point)}</p></li>`);
    return `<h2>${escapeHtml(heading)}</h2><ul>${items.join('')}</ul>`;
  });
  return sanitisePost(html.join(''));
}

/** A point of a list: without marks of Markdown, and not longer than a line or two. */
function plainWords(text: string): string {
  const plain = text.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\*\*|__|`/g, '');
  const letters = [...new Intl.Segmenter().segment(plain)].map(({ segment }) => segment);
  if (letters.length <= POINT_LENGTH) return plain;
  const start = letters.slice(0, POINT_LENGTH).join('');
  const space = start.lastIndexOf(' ');
  return `${space > start.length / 2 ? start.slice(0, space) : start}…`;
}
