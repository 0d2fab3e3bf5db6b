import { getPostMessage, helpWithPost, stopPostHelp } from '@hanasu/contract/post-help';
import * as posts from '@hanasu/contract/posts';
import type { EndpointWorld } from '../endpoint-world.ts';
import { type EndpointRow, nothing, row, WRONG_PAGES, wrongBodies } from './row.ts';

const DRAFT = { title: 'New tea', content: '<p>It is here.</p>' };
const newPost = async ({ person }: EndpointWorld) => ({
  uuid: (await person.call(posts.createPost, { body: DRAFT })).uuid,
});
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
const WRONG_DRAFTS = {
  title: { title: 'x'.repeat(201) },
  slug: { slug: 'Not an address' },
  language: { language: 'fr' },
  tags: { tags: ['tea', 'Tea'] },
  coverUuid: { coverUuid: 'picture' },
};
const withRevision = Object.fromEntries(
  Object.entries(WRONG_DRAFTS).map(([path, draft]) => [path, { ...draft, revision: 1 }]),
);

export const POST_ROWS: readonly EndpointRow[] = [
  row(posts.listPosts, nothing, [...WRONG_PAGES, { query: { state: 'lost' }, path: 'query.state' }]),
  row(
    posts.createPost,
    () => ({ body: DRAFT }),
    wrongBodies({ ...WRONG_DRAFTS, translationOf: { translationOf: 'post' } }),
  ),
  row(posts.getPost, async (world) => ({ params: await newPost(world) })),
  row(
    posts.changePost,
    async (world) => ({ params: await newPost(world), body: { title: 'Old tea', revision: 1 } }),
    wrongBodies({
      ...withRevision,
      revision: { title: 'Old tea' },
      knowledgeUuid: { knowledgeUuid: 'base', revision: 1 },
    }),
  ),
  row(posts.deletePost, async (world) => ({ params: await newPost(world) })),
  row(
    posts.publishPost,
    async (world) => ({ params: await newPost(world), body: { revision: 1 } }),
    wrongBodies({ revision: { revision: 'newest' } }),
  ),
  row(
    posts.schedulePost,
    async (world) => ({ params: await newPost(world), body: { at: tomorrow() } }),
    wrongBodies({ at: { at: 'tomorrow' } }),
  ),
  row(posts.unschedulePost, async (world) => ({ params: await newPost(world) })),
  row(posts.retractPost, async (world) => ({ params: await newPost(world) })),
  row(
    helpWithPost,
    async (world) => ({
      params: await newPost(world),
      body: { kind: 'shorten' as const, language: 'en' as const, content: DRAFT.content },
    }),
    wrongBodies({
      kind: { kind: 'poem', language: 'en', content: DRAFT.content },
      tone: { kind: 'tone', tone: 'rude', language: 'en', content: DRAFT.content },
      topic: { kind: 'outline', language: 'en', knowledgeUuid: crypto.randomUUID(), topic: '' },
    }),
  ),
  row(stopPostHelp, async (world) => ({ params: await newPost(world) })),
  row(getPostMessage, async (world) => {
    const { uuid } = await newPost(world);
    await world.person.call(posts.publishPost, { params: { uuid }, body: { revision: 1 } });
    return { params: { uuid } };
  }),
  row(
    posts.listPostVersions,
    async (world) => ({ params: await newPost(world) }),
    WRONG_PAGES.filter(({ query }) => !('q' in (query ?? {}))),
  ),
  row(posts.getPostSite, nothing),
  row(
    posts.changePostSite,
    () => ({ body: { title: 'Notes' } }),
    wrongBodies({ slug: { slug: 'feed' }, title: { title: 'x'.repeat(81) } }),
  ),
];
