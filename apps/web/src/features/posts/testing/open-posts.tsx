import type { ServerResponse } from 'node:http';
import { KnowledgeId, MediaId, PostId, UserId } from '@hanasu/contract/ids';
import type { MediaView } from '@hanasu/contract/media';
import type { PostSite, PostVersion, PostWithDraft } from '@hanasu/contract/posts';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { renderWithProviders } from '../../../testing/render.tsx';
import { problem, sendJson, startTestServer } from '../../../testing/test-server.ts';
import { PostEditPage } from '../edit/PostEditPage.tsx';
import { PostsPage } from '../list/PostsPage.tsx';

export const MEDIA: MediaView = {
  uuid: MediaId.parse('01932f00-0000-7000-8000-00000000000a'),
  state: 'stored',
  contentType: 'image/png',
  name: 'sakura.png',
  bytes: 1_000,
  width: 640,
  height: 480,
  durationMs: null,
  url: '/media/sakura.png',
  thumbnailUrl: null,
};
export const LAN = { uuid: UserId.parse('01932f00-0000-7000-8000-0000000000b1'), name: 'Lan' };
const ME = { uuid: UserId.parse('01932f00-0000-7000-8000-0000000000b2'), name: 'Ken' };
const ACCOUNT = { uuid: '01932f00-0000-7000-8000-0000000000c1', timeZone: 'Asia/Tokyo' };
/** What the local copies of this user for this post begin with. */
export const COPY_PREFIX = () => `post-copy:${ACCOUNT.uuid}:${ME.uuid}:${POST.uuid}:`;

export const POST: PostWithDraft = {
  uuid: PostId.parse('01932f00-0000-7000-8000-000000000001'),
  title: 'Spring menu',
  slug: 'spring-menu',
  description: '',
  language: 'en',
  tags: ['menu'],
  state: 'draft',
  hasChanges: false,
  path: null,
  publishedAt: null,
  scheduledAt: null,
  failure: null,
  isHidden: false,
  createdBy: ME,
  changedBy: ME,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  content: '<p>New cakes every week.</p>',
  coverUuid: null,
  coverAlt: '',
  revision: 1,
  version: 1,
  publishedVersion: null,
  media: [MEDIA],
  knowledge: null,
  translations: [],
};
export const KNOWLEDGE: NonNullable<PostWithDraft['knowledge']> = {
  uuid: KnowledgeId.parse('01932f00-0000-7000-8000-0000000000d1'),
  name: 'Price list',
  state: 'failed',
  reason: 'storage_quota_reached',
  documentUuid: null,
};
const SITE: PostSite = {
  slug: 'camellia',
  title: '',
  description: '',
  path: '/p/camellia',
  feedPath: '/p/camellia/feed',
};

type Role = 'owner' | 'operator' | 'viewer';

/** Answers a request itself; false: it is none of its own. */
type Answer = (request: { method: string; path: string; body: string }, response: ServerResponse) => boolean;

/** A server with one post that refuses a change of an older revision; tests change what it keeps. */
async function startPosts({
  post,
  me,
  knowledges,
  answer,
}: Required<Pick<OpenOptions, 'post' | 'me' | 'knowledges' | 'answer'>>) {
  const posts = {
    post: { ...POST, ...post },
    site: SITE,
    others: [] as PostWithDraft[],
    knowledges,
    versions: [] as PostVersion[],
    changes: [] as Partial<PostWithDraft>[],
    calls: [] as string[],
    isBroken: false,
    takenSlug: '',
    takenSiteSlug: '',
  };
  const change = (body: string): { status: number; answer: unknown } => {
    const { revision, ...changes } = JSON.parse(body) as Partial<PostWithDraft>;
    if (posts.isBroken) return { status: 503, answer: problem(503, 'database_unavailable') };
    if (revision !== posts.post.revision) return { status: 409, answer: problem(409, 'post_changed') };
    if (changes.slug === posts.takenSlug) return { status: 409, answer: problem(409, 'slug_taken') };
    posts.changes.push(changes);
    posts.post = { ...posts.post, ...changes, revision: revision + 1 };
    return { status: 200, answer: posts.post };
  };
  const changeSite = (body: string): { status: number; answer: unknown } => {
    const { slug } = JSON.parse(body) as PostSite;
    if (slug === posts.takenSiteSlug) return { status: 409, answer: problem(409, 'slug_taken') };
    posts.site = { ...posts.site, slug, path: `/p/${slug}` };
    return { status: 200, answer: posts.site };
  };
  const publish = () => {
    const path = `${posts.site.path}/${posts.post.slug}`;
    const publishedAt = '2026-01-03T00:00:00Z';
    posts.post = { ...posts.post, state: 'published', path, publishedAt, hasChanges: false };
    return posts.post;
  };
  const server = await startTestServer(({ method = '', url = '' }, response, body) => {
    posts.calls.push(`${method} ${url}`);
    const [path = ''] = url.split('?');
    if (answer({ method, path, body }, response)) return;
    if (path === '/api/service') return sendJson(response, 200, []);
    if (method === 'PATCH' && path.startsWith('/api/post/')) {
      const { status, answer } = change(body);
      return sendJson(response, status, answer);
    }
    if (path.endsWith('/publish')) {
      if (posts.isBroken) return sendJson(response, 503, problem(503, 'database_unavailable'));
      return sendJson(response, 200, publish());
    }
    if (path.endsWith('/versions'))
      return sendJson(response, 200, {
        items: posts.versions,
        total: posts.versions.length,
        page: 1,
        pageSize: 20,
      });
    if (path === '/api/posts/site') {
      const { status, answer } = body ? changeSite(body) : { status: 200, answer: posts.site };
      return sendJson(response, status, answer);
    }
    if (path === '/api/posts') return sendJson(response, 200, listOf([posts.post, ...posts.others], url));
    if (method === 'DELETE') return sendJson(response, 204, undefined);
    if (path.startsWith('/api/post')) return sendJson(response, method === 'POST' ? 201 : 200, posts.post);
    if (path.startsWith('/api/users/me'))
      return sendJson(response, 200, {
        ...ME,
        email: 'ken@example.com',
        emailVerified: true,
        account: ACCOUNT,
        ...me,
      });
    const items = path === '/api/user/knowledges' ? posts.knowledges : [];
    return sendJson(response, 200, { items, total: items.length, page: 1, pageSize: 20 });
  });
  return Object.assign(posts, { close: server.close });
}

function listOf(all: readonly PostWithDraft[], url: string) {
  const query = new URL(url, 'http://test').searchParams;
  const state = query.get('state');
  const items = all.filter((post) => !state || post.state === state);
  const counts = Object.fromEntries(
    ['draft', 'scheduled', 'published', 'failed'].map((each) => [
      each,
      all.filter((post) => post.state === each).length,
    ]),
  );
  return { items, total: items.length, page: 1, pageSize: 50, counts, tags: [{ name: 'menu', posts: 1 }] };
}

interface OpenOptions {
  readonly at?: 'list' | 'edit';
  readonly post?: Partial<PostWithDraft>;
  /** Of the signed-in user, whose role is `role`. */
  readonly me?: object;
  readonly role?: Role;
  /** Bases to choose from. */
  readonly knowledges?: readonly Pick<typeof KNOWLEDGE, 'uuid' | 'name'>[];
  readonly answer?: Answer;
}

/** What pages and the editor measure with and jsdom does not have. */
function fillInMeasures(): void {
  Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect ??= () => new DOMRect();
  performance.getEntriesByName ??= () => [];
  performance.mark ??= (() => undefined) as never;
}

/** Opens a page of posts with a server behind it. */
export async function openPosts({
  at = 'edit',
  post = {},
  me = {},
  role = 'owner',
  knowledges = [KNOWLEDGE],
  answer = () => false,
}: OpenOptions = {}) {
  fillInMeasures();
  const posts = await startPosts({ post, me: { role, ...me }, knowledges, answer });
  const root = createRootRoute({ component: Outlet });
  const layout = createRoute({ getParentRoute: () => root, id: '_default' });
  const list = createRoute({
    getParentRoute: () => layout,
    path: 'Post-Manage/',
    component: PostsPage,
    validateSearch: (search: Record<string, unknown>) => search,
  });
  const edit = createRoute({
    getParentRoute: () => layout,
    path: 'Post-Manage/edit/$id',
    component: PostEditPage,
  });
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>Home</p> });
  const history = createMemoryHistory({
    initialEntries: [at === 'list' ? '/Post-Manage/' : `/Post-Manage/edit/${POST.uuid}`],
  });
  const router = createRouter({
    routeTree: root.addChildren([home, layout.addChildren([list, edit])]),
    history,
  });
  await renderWithProviders(<RouterProvider router={router as never} />);
  return Object.assign(posts, { router });
}
