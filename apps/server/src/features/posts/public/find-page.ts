import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type AccountTransaction,
  type Database,
  type SystemTransaction,
  within,
} from '../../../platform/database/database.ts';
import { chooseLanguage } from '../../../platform/http/choose-language.ts';
import { sourceOf } from '../../../platform/http/source-of.ts';
import type { KeptMediaStore } from '../../conversations/public.ts';
import type { PublicTranslation } from '../translations.store.ts';
import { postPath, renderMissing } from './post-pages.ts';
import * as store from './public-posts.store.ts';

export interface PublicDependencies {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly keptMedia: KeptMediaStore;
  readonly publicUrl: string;
  /** Names reporters without storing where they are. */
  readonly reporterKey: Buffer;
}

/** What is at an address: a page, another address, or nothing. */
export type Found =
  | {
      readonly kind: 'page';
      /** Called once the transaction has ended. */
      readonly render: () => string;
      /** Differs whenever the page does; absent: it is made of the page. */
      readonly tag?: string;
      readonly type?: string;
      readonly isIndexed?: false;
    }
  | { readonly kind: 'moved'; readonly path: string }
  /** Of a site that exists. */
  | {
      readonly kind: 'missing';
      readonly site: store.PublicSite;
      /** Pages in other languages of the post that was there. */
      readonly translations?: readonly PublicTranslation[];
    }
  | null;

export interface SiteRequest {
  readonly request: FastifyRequest;
  readonly transaction: SystemTransaction;
  readonly own: AccountTransaction;
  readonly site: store.PublicSite;
}

export interface SiteParams {
  readonly account: string;
  readonly slug: string;
  readonly uuid: string;
  readonly '*': string;
}

const PER_MINUTE = 300;

/** With a limit for each address that the pages are read from. */
export const PAGE_OPTIONS = {
  schema: { hide: true },
  config: {
    rateLimit: {
      max: PER_MINUTE,
      timeWindow: '1 minute',
      keyGenerator: ({ ip }: FastifyRequest) => sourceOf(ip),
      // The limit of the whole server is for its API.
      allowList: () => false,
    },
  },
} as const;
const HTML = 'text/html; charset=utf-8';
/** No script at all, our own stylesheet and pictures, and forms that are sent to us. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export const paramsOf = (request: FastifyRequest): SiteParams => request.params as SiteParams;

/** Finds what is below the address of an account's pages; below an earlier one, where it is now. */
export async function findInSite(
  transaction: SystemTransaction,
  request: FastifyRequest,
  run: (of: SiteRequest) => Promise<Found>,
): Promise<Found> {
  const { account } = paramsOf(request);
  // No text of the database holds NUL.
  if (request.url.includes('%00')) return null;
  const site = await store.findPublicSite(transaction, account);
  if (site) {
    const found = await run({ request, transaction, site, own: within(transaction, site.accountId) });
    return found ?? { kind: 'missing', site };
  }
  const slug = await store.findSiteRedirect(transaction, account);
  const [, rest = ''] = /^\/p\/[^/?]+(.*)$/s.exec(request.url) ?? [];
  return slug === null ? null : { kind: 'moved', path: `/p/${slug}${rest}` };
}

/** Finds the public post of an address, or where it has moved. */
export async function findPostPage({
  request,
  own,
  site,
}: SiteRequest): Promise<
  | { readonly kind: 'post'; readonly post: store.WholePost }
  | { readonly kind: 'moved'; readonly path: string }
  | { readonly kind: 'none' }
> {
  const { slug } = paramsOf(request);
  const post = await store.findPublicPost(own, slug);
  if (post) return { kind: 'post', post };
  const moved = await store.findPostRedirect(own, slug);
  return moved === null ? { kind: 'none' } : { kind: 'moved', path: postPath(site, { slug: moved }) };
}

export const browserLanguage = ({ headers }: FastifyRequest) =>
  chooseLanguage(undefined, headers['accept-language']);

export const tagOf = (content: string): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 27);

/** Sends a page, leads to another address, or says that there is nothing. */
export function sendFound(request: FastifyRequest, reply: FastifyReply, found: Found): FastifyReply {
  if (found?.kind === 'moved')
    return reply.code(301).headers({ location: found.path, 'cache-control': 'no-cache' }).send();
  const page = found?.kind === 'page' ? found : null;
  const missing = found?.kind === 'missing' ? found : null;
  const isIndexed = page !== null && page.isIndexed !== false;
  reply
    .code(page ? 200 : 404)
    .type(page?.type ?? HTML)
    .headers({
      'cache-control': 'no-cache',
      'content-security-policy': PAGE_POLICY,
      vary: 'accept-language',
      ...(isIndexed ? {} : { 'x-robots-tag': 'noindex' }),
    });
  if (!page) return reply.send(renderMissing(browserLanguage(request), missing));
  const known = request.headers['if-none-match'];
  if (page.tag !== undefined && known === `"${page.tag}"`)
    return reply.code(304).header('etag', known).send();
  const body = page.render();
  const tag = `"${page.tag ?? tagOf(body)}"`;
  reply.header('etag', tag);
  return known === tag ? reply.code(304).send() : reply.send(body);
}
