import { randomUUID } from 'node:crypto';
import { MediaId } from '@hanasu/contract/ids';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { acceptedLanguage } from '../../../platform/http/choose-language.ts';
import type { KeptMediaStore } from '../../conversations/public.ts';
import { listPublicTranslations } from '../translations.store.ts';
import {
  type Found,
  findInSite,
  findPostPage,
  PAGE_OPTIONS,
  type PublicDependencies,
  paramsOf,
  type SiteParams,
  type SiteRequest,
  sendFound,
  tagOf,
} from './find-page.ts';
import { styleSheet } from './page-html.ts';
import { imagesOf, POSTS_PER_PAGE, renderFeed, renderList, renderPost, renderSitemap } from './post-pages.ts';
import * as store from './public-posts.store.ts';
import { addReportRoutes } from './report-routes.ts';

const XML = 'application/xml; charset=utf-8';
const RSS = 'application/rss+xml; charset=utf-8';
/** Pages say themselves whether they are listed. */
const ROBOTS = 'User-agent: *\nDisallow: /api/\n';

/** Public pages of posts, rendered here: `/p/{account}` and below. */
export async function addPublicPages(dependencies: PublicDependencies): Promise<void> {
  const { app, database, keptMedia, publicUrl } = dependencies;
  const page = (path: string, run: (of: SiteRequest) => Promise<Found>): void => {
    app.get(path, PAGE_OPTIONS, async (request, reply) =>
      sendFound(
        request,
        reply,
        await database.system((transaction) => findInSite(transaction, request, run)),
      ),
    );
  };
  const pages = createPostPages();
  addStyle(app);
  app.get('/robots.txt', PAGE_OPTIONS, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(ROBOTS),
  );
  page('/p/:account', (of) => listPage(dependencies, of, null));
  page('/p/:account/tag/*', (of) => listPage(dependencies, of, paramsOf(of.request)['*']));
  page('/p/:account/feed', async ({ own, site }) => {
    const newest = { tag: null, language: null, limit: POSTS_PER_PAGE, offset: 0 };
    const { rows } = await store.listPublicPosts(own, newest);
    return { kind: 'page', render: () => renderFeed(rows, { site, publicUrl }), type: RSS };
  });
  page('/p/:account/sitemap', async ({ own, site }) => {
    const posts = await store.listPublicAddresses(own);
    return { kind: 'page', render: () => renderSitemap(posts, { site, publicUrl }), type: XML };
  });
  page('/p/:account/:slug', async (of) => {
    const found = await findPostPage(of);
    if (found.kind === 'moved') return found;
    if (found.kind === 'none') return missingPost(of);
    const { post } = found;
    const images = imagesOf(of.site, await keptMedia.find(of.own, post.media), keptMedia);
    const translations = await listPublicTranslations(of.own, [post.originalId]);
    return pages(post, { site: of.site, publicUrl, images, translations });
  });
  addImages(dependencies);
  await addReportRoutes(dependencies);
  page('/p/:account/*', async () => null);
  app.get('/p/*', PAGE_OPTIONS, (request, reply) => sendFound(request, reply, null));
}

/** A page that was taken away names those that say the same in other languages. */
async function missingPost({ request, own, site }: SiteRequest): Promise<Found> {
  const originalId = await store.findRetracted(own, paramsOf(request).slug);
  if (originalId === null) return null;
  return { kind: 'missing', site, translations: await listPublicTranslations(own, [originalId]) };
}

const KEPT_BYTES = 16 * 1024 * 1024;
/** The same data may make another page after an update. */
const PROCESS = randomUUID();

/** Pages of posts; those that were read last are not made again. */
function createPostPages() {
  const kept = new LRUCache<string, string>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (page) => page.length * 2,
  });
  return (post: store.WholePost, context: Parameters<typeof renderPost>[1]): Found => {
    const { site, publicUrl, images, translations } = context;
    // What else the page is made of; the number stands for the text, until it is published another time.
    const { content: _, ...facts } = post;
    const tag = tagOf(JSON.stringify([PROCESS, publicUrl, site, facts, [...images], translations]));
    const render = (): string => {
      const page = kept.get(tag) ?? renderPost(post, context);
      kept.set(tag, page);
      return page;
    };
    return { kind: 'page', render, tag };
  };
}

const PAGES_MAX = 10_000;

function pageNumberOf({ query }: FastifyRequest): number {
  const { page } = query as { readonly page?: unknown };
  const number = typeof page === 'string' && /^\d{1,5}$/.test(page) ? Number(page) : 1;
  return number >= 1 && number <= PAGES_MAX ? number : 1;
}

async function listPage(
  { keptMedia, publicUrl }: PublicDependencies,
  { request, own, site }: SiteRequest,
  tag: string | null,
): Promise<Found> {
  const page = pageNumberOf(request);
  const offset = (page - 1) * POSTS_PER_PAGE;
  const language = acceptedLanguage(request.headers['accept-language']);
  const shown = { tag, language, limit: POSTS_PER_PAGE, offset };
  const { rows: posts, total } = await store.listPublicPosts(own, shown);
  if (posts.length === 0 && (tag !== null || page > 1)) return null;
  const covers = posts.flatMap(({ coverId }) => coverId ?? []);
  const images = imagesOf(site, await keptMedia.find(own, covers), keptMedia);
  const groups = posts.map(({ originalId }) => originalId);
  const translations = await listPublicTranslations(own, groups);
  const list = { posts, translations, total, page, tag, language };
  return { kind: 'page', render: () => renderList(list, { site, publicUrl, images }) };
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The address of the stylesheet changes with its content. */
function addStyle(app: FastifyInstance): void {
  app.get<{ readonly Querystring: { readonly color?: unknown } }>(
    '/p/style.css',
    PAGE_OPTIONS,
    (request, reply) =>
      reply
        .type('text/css; charset=utf-8')
        .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
        .send(styleSheet(request.query.color)),
  );
}

/** A picture may leave a page. */
const IMAGE_SECONDS = 300;

/** Pictures that a public post of the account shows, and no others; `?w=800`: one as narrow, if its page offers it. */
function addImages({ app, database, keptMedia }: PublicDependencies): void {
  app.get<{ readonly Params: SiteParams; readonly Querystring: { readonly w?: unknown } }>(
    '/p/:account/image/:uuid',
    PAGE_OPTIONS,
    async (request, reply) => {
      let picture: Awaited<ReturnType<KeptMediaStore['find']>>[number] | undefined;
      const found = await database.system((transaction) =>
        findInSite(transaction, request, async ({ own }) => {
          const { data: id } = MediaId.safeParse(request.params.uuid);
          if (id && (await store.isPublicPicture(own, id))) [picture] = await keptMedia.find(own, [id]);
          return null;
        }),
      );
      if (!picture?.contentType.startsWith('image/')) return sendFound(request, reply, found);
      const { narrow = [] } = keptMedia.pageWidthsOf(picture) ?? {};
      const width = narrow.find((one) => String(one) === request.query.w) ?? null;
      const tag = `"${picture.id}${width ?? ''}"`;
      const caching = { 'cache-control': `public, max-age=${IMAGE_SECONDS}`, etag: tag };
      if (request.headers['if-none-match'] === tag) return reply.code(304).headers(caching).send();
      const opened = await keptMedia.openPagePicture(picture, width);
      if (!opened) return sendFound(request, reply, found);
      return reply
        .type(opened.contentType)
        .headers({
          ...caching,
          'content-length': opened.bytes,
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          // Readers of feeds and previews of links show it.
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(opened.content);
    },
  );
}
