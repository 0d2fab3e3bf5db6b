import { POST_LENGTH_MAX, type PostDraft, type PostWithDraft } from '@hanasu/contract/posts';
import { isSlug } from '../slug.ts';
import { isEmptyHtml, picturesOf } from './post-text.ts';

/** What of a post is written on its page. */
export type PostFields = Pick<
  PostWithDraft,
  'title' | 'slug' | 'description' | 'language' | 'tags' | 'content' | 'coverUuid' | 'coverAlt'
>;

export const fieldsOf = (post: PostWithDraft): PostFields => ({
  title: post.title,
  slug: post.slug,
  description: post.description,
  language: post.language,
  tags: post.tags,
  content: post.content,
  coverUuid: post.coverUuid,
  coverAlt: post.coverAlt,
});

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Fields of `to` that differ from those of `from`. */
export const changedFields = (from: PostFields, to: PostFields): Partial<PostFields> =>
  Object.fromEntries(
    Object.entries(to).filter(([name, value]) => !isSame(value, from[name as keyof PostFields])),
  );

interface Three {
  /** What both began with. */
  readonly base: PostFields;
  readonly mine: PostFields;
  readonly theirs: PostFields;
}

/** Mine where I changed it, theirs where I did not. */
export const mergeFields = ({ base, mine, theirs }: Three): PostFields => ({
  ...theirs,
  ...changedFields(base, mine),
});

/** A field that can't be sent as it is; the others are. */
export type FieldProblem = 'slugWrong' | 'slugTaken' | 'contentLong';

export function problemsOf(fields: PostFields, takenSlug: string | null): FieldProblem[] {
  const { slug, content } = fields;
  const problems: FieldProblem[] = [];
  if (!isSlug(slug)) problems.push('slugWrong');
  if (slug === takenSlug) problems.push('slugTaken');
  if (content.length > POST_LENGTH_MAX) problems.push('contentLong');
  return problems;
}

/** Changes as the server takes them: without the fields that have a problem. */
export function sendableChanges(changes: Partial<PostFields>, problems: readonly FieldProblem[]): PostDraft {
  const { slug, content, ...others } = changes;
  const isSlugRight = !problems.includes('slugWrong') && !problems.includes('slugTaken');
  return {
    ...others,
    ...(slug !== undefined && isSlugRight && { slug }),
    ...(content !== undefined && !problems.includes('contentLong') && { content }),
  };
}

/** What is missing or wrong before readers may see the post. */
export type Gap =
  | { readonly kind: 'title' | 'text' | 'coverAlt' | FieldProblem }
  | { readonly kind: 'pictureAlt'; readonly at: number };

/** Gaps that only make the post harder to read for some; the server refuses the others. */
export const isHint = ({ kind }: Gap): boolean => kind === 'pictureAlt' || kind === 'coverAlt';

export function findGaps(
  { title, content, coverUuid, coverAlt }: PostFields,
  problems: readonly FieldProblem[],
): Gap[] {
  return [
    ...(title.trim() ? [] : [{ kind: 'title' as const }]),
    ...(isEmptyHtml(content) ? [{ kind: 'text' as const }] : []),
    ...problems.map((kind) => ({ kind })),
    ...picturesOf(content).flatMap(({ alt }, at) =>
      alt.trim() ? [] : [{ kind: 'pictureAlt' as const, at }],
    ),
    ...(coverUuid !== null && !coverAlt.trim() ? [{ kind: 'coverAlt' as const }] : []),
  ];
}
