import { z } from 'zod';
import { Locale } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { AccountId, DocumentId, KnowledgeId, MediaId, PostId, UserId, uuidParams } from './ids.ts';
import { EMBEDDING_PAUSES } from './knowledge-settings.ts';
import { MediaView } from './media.ts';
import { PageQuery, pageOf, Time } from './page.ts';
import { shortWords, words } from './typed-words.ts';

export const POSTS_MAX = 2_000;
/** Older ones go; the one that is published stays. */
export const POST_VERSIONS_MAX = 100;
/** Newest versions that all stay; of older ones that were never published, the last of each day does. */
export const POST_VERSIONS_RECENT = 30;
/** Of the texts of all versions in UTF-8, without the newest and the published one. The oldest go first. */
export const POST_VERSIONS_BYTES = 10_000_000;
/** Earlier addresses that lead to a post; the oldest go first. */
export const POST_REDIRECTS_MAX = 20;
/** On one page of a list. */
const POST_VERSIONS_PAGE = 10;
/** Characters of the HTML of one post. */
export const POST_LENGTH_MAX = 400_000;

/** `failed`: it was to be published at a time, and could not be. A published one may have a draft that differs. */
export const POST_STATES = ['draft', 'scheduled', 'published', 'failed'] as const;
export type PostState = (typeof POST_STATES)[number];
/** Why it was not published at its time. */
export const POST_FAILURES = [
  'post_incomplete',
  'email_unconfirmed',
  'account_suspended',
  'taken_down',
  /** Something went wrong on the server, also when it was tried again. */
  'publishing_failed',
] as const;
export type PostFailure = (typeof POST_FAILURES)[number];

/** `up_to_date`: the knowledge base holds what the page shows, or nothing while there is no page. */
export const POST_COPY_STATES = ['up_to_date', 'pending', 'failed'] as const;
/** What keeps a copy from being stored. It is tried again by itself, at the latest six hours after the last attempt. */
export const POST_COPY_FAILURES = ['storage_quota_reached', 'disk_full', 'unexpected'] as const;
/**
 * Of a copy that has failed: one of those, or what became of its document (`unreadable`, `stopped`). Of a pending one: what its
 * vectors wait for, while it is found by words alone.
 */
export const POST_COPY_REASONS = [
  ...POST_COPY_FAILURES,
  'unreadable',
  'stopped',
  ...EMBEDDING_PAUSES,
] as const;

/** Part of an address: `/p/{account}/{post}`. */
export const PostSlug = z
  .string()
  .min(2)
  .max(80)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
/** Names that pages below an account's have. */
const RESERVED_SLUGS: readonly string[] = ['feed', 'sitemap', 'image', 'tag', 'style', 'report'];
const OwnSlug = PostSlug.refine(
  (slug) => !RESERVED_SLUGS.includes(slug),
  'this address is taken by the product',
);

const Member = z.object({ uuid: UserId, name: z.string() }).nullable();
const Tags = z
  .array(shortWords(40).min(1))
  .max(20)
  .refine((tags) => new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length, 'each tag once');

export const PostView = z
  .object({
    uuid: PostId,
    title: z.string(),
    slug: z.string(),
    /** In lists, feeds and previews of links; empty: the beginning of the text is. */
    description: z.string(),
    language: Locale,
    tags: z.array(z.string()),
    state: z.enum(POST_STATES),
    /** The draft differs from what is published. */
    hasChanges: z.boolean(),
    /** Path of its page; null: it is not published. */
    path: z.string().nullable(),
    /** First published. */
    publishedAt: Time.nullable(),
    /** To be published. */
    scheduledAt: Time.nullable(),
    failure: z.enum(POST_FAILURES).nullable(),
    /** Taken down by an administrator: its page is gone, whatever the state. */
    isHidden: z.boolean(),
    createdBy: Member,
    changedBy: Member,
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Post' });
export type PostView = z.infer<typeof PostView>;

/** A knowledge base that holds the post as a document while it is published. */
export const PostKnowledge = z
  .object({
    uuid: KnowledgeId,
    name: z.string(),
    state: z.enum(POST_COPY_STATES),
    reason: z.enum(POST_COPY_REASONS).nullable(),
    /** Null: it holds none. */
    documentUuid: DocumentId.nullable(),
  })
  .meta({ id: 'PostKnowledge' });
export type PostKnowledge = z.infer<typeof PostKnowledge>;

/** A post in another language that says the same. */
export const LinkedPost = z
  .object({
    uuid: PostId,
    title: z.string(),
    language: Locale,
    state: z.enum(POST_STATES),
    /** Path of its page; null: it is not published. */
    path: z.string().nullable(),
    /** Taken down by an administrator. */
    isHidden: z.boolean(),
    /** The others are translations of it. */
    isOriginal: z.boolean(),
  })
  .meta({ id: 'LinkedPost' });
export type LinkedPost = z.infer<typeof LinkedPost>;

export const PostWithDraft = PostView.extend({
  /**
   * HTML: h2 to h4, p, lists, tables, blockquote, pre, hr, `<aside data-callout="info|tip|warning">`,
   * `<a data-button href>`, `<figure><img data-media="{uuid}" alt><figcaption>`; anything else is left out.
   */
  content: z.string(),
  coverUuid: MediaId.nullable(),
  coverAlt: z.string(),
  /** Of the draft; sent back with a change, so that no change overwrites one that its author has not seen. */
  revision: z.number().int(),
  /** Number of the newest version. */
  version: z.number().int(),
  /** Number of the version that is published. */
  publishedVersion: z.number().int().nullable(),
  /** Pictures of the draft, with addresses that end after a while. */
  media: z.array(MediaView),
  /** Null: none was chosen, or the base or the document in it was deleted since. */
  knowledge: PostKnowledge.nullable(),
  /** The same post in other languages. */
  translations: z.array(LinkedPost),
}).meta({ id: 'PostWithDraft' });
export type PostWithDraft = z.infer<typeof PostWithDraft>;

export const PostDraft = z
  .object({
    title: words(200),
    slug: OwnSlug,
    description: words(300),
    language: Locale,
    tags: Tags,
    content: z.string().max(POST_LENGTH_MAX),
    coverUuid: MediaId.nullable(),
    coverAlt: words(300),
  })
  .partial()
  .strict();
export type PostDraft = z.infer<typeof PostDraft>;

/** Someone's writing of about ten minutes, or what was published. */
export const PostVersion = z
  .object({
    number: z.number().int(),
    title: z.string(),
    description: z.string(),
    content: z.string(),
    by: Member,
    at: Time,
    isPublished: z.boolean(),
  })
  .meta({ id: 'PostVersion' });
export type PostVersion = z.infer<typeof PostVersion>;

/** The page that lists an account's published posts. */
export const PostSite = z
  .object({
    /** Of its address `/p/{slug}`. */
    slug: z.string(),
    /** Empty: the account's name. */
    title: z.string(),
    description: z.string(),
    path: z.string(),
    /** Path of the feed (RSS). */
    feedPath: z.string(),
  })
  .meta({ id: 'PostSite' });
export type PostSite = z.infer<typeof PostSite>;

const TAG = 'posts';
const params = uuidParams(PostId);
const Revision = z.object({ revision: z.number().int() }).strict();

export const listPosts = endpoint({
  method: 'GET',
  path: '/api/posts',
  summary:
    'Posts, the last changed first; `q` searches titles, descriptions and the beginnings of texts (4,000 characters in all)',
  tag: TAG,
  access: 'viewer',
  query: PageQuery.extend({
    state: z.enum(POST_STATES).optional(),
    tag: z.string().trim().min(1).max(200).optional(),
  }),
  status: 200,
  output: pageOf(PostView).extend({
    /** Of all that `q` and `tag` find. */
    counts: z.record(z.enum(POST_STATES), z.number().int()),
    /** Tags of all posts, the most used first. */
    tags: z.array(z.object({ name: z.string(), posts: z.number().int() })),
  }),
});
export const createPost = endpoint({
  method: 'POST',
  path: '/api/post',
  summary:
    'Adds a post that is not published; its address is made of the title when none is given. With `translationOf` it is linked to that post as its translation',
  tag: TAG,
  access: 'operator',
  body: PostDraft.extend({ translationOf: PostId.optional() }).strict(),
  status: 201,
  output: PostWithDraft,
  errors: ['slug_taken', 'too_many_posts', 'storage_quota_reached', 'translation_exists'],
});
export const getPost = endpoint({
  method: 'GET',
  path: '/api/post/{uuid}',
  summary: 'One post with its draft',
  tag: TAG,
  access: 'viewer',
  params,
  status: 200,
  output: PostWithDraft,
});
export const changePost = endpoint({
  method: 'PATCH',
  path: '/api/post/{uuid}',
  summary:
    'Changes the draft of a post, and the knowledge base that holds a copy of its page; what is absent stays. It goes with the `revision` it was made from. Text that no post may have is left out. Choosing a base needs the role admin, and of a key the scope `knowledge`',
  tag: TAG,
  access: 'operator',
  params,
  body: PostDraft.extend({
    revision: z.number().int(),
    /** The change begins a version of its own, so that what was there before stays as one. */
    newVersion: z.boolean().default(false),
    /** No part of the draft: it takes effect at once. Null: none. The same base again: what has failed is tried again at once. */
    knowledgeUuid: KnowledgeId.nullable().optional(),
  }).strict(),
  status: 200,
  output: PostWithDraft,
  errors: ['slug_taken', 'post_changed', 'translation_exists'],
});
export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/post/{uuid}',
  summary: 'Deletes a post with its versions and its page',
  tag: TAG,
  access: 'admin',
  params,
  status: 204,
});
export const publishPost = endpoint({
  method: 'POST',
  path: '/api/post/{uuid}/publish',
  summary: 'Makes the draft of that `revision` the public page, at once',
  tag: TAG,
  access: 'admin',
  confirmed: true,
  params,
  body: Revision,
  status: 200,
  output: PostWithDraft,
  errors: ['post_changed', 'post_incomplete', 'nothing_to_publish', 'owner_unconfirmed'],
});
export const schedulePost = endpoint({
  method: 'POST',
  path: '/api/post/{uuid}/schedule',
  summary: 'Publishes the draft as it is then, at a time to come',
  tag: TAG,
  access: 'admin',
  confirmed: true,
  params,
  body: z.object({ at: Time }).strict(),
  status: 200,
  output: PostWithDraft,
  errors: ['post_incomplete', 'nothing_to_publish', 'owner_unconfirmed'],
});
export const unschedulePost = endpoint({
  method: 'DELETE',
  path: '/api/post/{uuid}/schedule',
  summary: 'Does not publish the post at its time',
  tag: TAG,
  access: 'admin',
  params,
  status: 200,
  output: PostWithDraft,
});
export const retractPost = endpoint({
  method: 'POST',
  path: '/api/post/{uuid}/retract',
  summary: 'Takes the page of a post away; the draft stays',
  tag: TAG,
  access: 'admin',
  params,
  status: 200,
  output: PostWithDraft,
});
export const listPostVersions = endpoint({
  method: 'GET',
  path: '/api/post/{uuid}/versions',
  summary: 'Versions of a post, newest first. One is used again by sending its content as the draft',
  tag: TAG,
  access: 'viewer',
  params,
  // Each comes with its whole text.
  query: PageQuery.omit({ q: true }).extend({
    pageSize: z.coerce.number().int().min(1).max(POST_VERSIONS_PAGE).default(POST_VERSIONS_PAGE),
  }),
  status: 200,
  output: pageOf(PostVersion),
});
export const getPostSite = endpoint({
  method: 'GET',
  path: '/api/posts/site',
  summary: 'The page that lists the published posts',
  tag: TAG,
  access: 'viewer',
  status: 200,
  output: PostSite,
});
export const changePostSite = endpoint({
  method: 'PATCH',
  path: '/api/posts/site',
  summary: 'Changes that page; links to an earlier address lead to the new one',
  tag: TAG,
  access: 'admin',
  body: z
    .object({ slug: OwnSlug, title: words(80), description: words(300) })
    .partial()
    .strict(),
  status: 200,
  output: PostSite,
  errors: ['slug_taken'],
});

export const ReportedPostView = z.object({
  uuid: PostId,
  title: z.string(),
  path: z.string().nullable(),
  account: z.object({ uuid: AccountId, name: z.string() }),
  reports: z.number().int(),
  /** The newest ten. */
  texts: z.array(z.object({ reason: z.string(), text: z.string(), createdAt: Time })),
  /** Taken down; null: shown. */
  hiddenAt: Time.nullable(),
});
export type ReportedPostView = z.infer<typeof ReportedPostView>;
export const reportedPosts = endpoint({
  method: 'GET',
  path: '/api/admin/reported-posts',
  summary: 'Public posts that were reported or taken down, most reports first',
  tag: 'admin',
  access: 'administrator',
  query: PageQuery.omit({ q: true }),
  status: 200,
  output: pageOf(ReportedPostView),
});
export const takeDownPost = endpoint({
  method: 'POST',
  path: '/api/admin/post/{uuid}/take-down',
  summary: 'Takes the page of a post away; publishing it again does not bring it back',
  tag: 'admin',
  access: 'administrator',
  params,
  status: 204,
  errors: ['not_found'],
});
export const putBackPost = endpoint({
  method: 'POST',
  path: '/api/admin/post/{uuid}/put-back',
  summary: 'Shows the page of a post again, and forgets its reports',
  tag: 'admin',
  access: 'administrator',
  params,
  status: 204,
  errors: ['not_found'],
});
