import { createHash } from 'node:crypto';
import type { AccountId, DocumentId } from '@hanasu/contract/ids';
import type { WebsiteFailure } from '@hanasu/contract/websites';
import { isAllowedUrl } from '../../../../platform/net/address-guard.ts';
import { storeSource } from '../../documents/store-source.ts';
import type { WebsitesDependencies } from '../dependencies.ts';
import { type FetchedPage, fetchPage } from '../reading/fetch-page.ts';
import type { PageReading } from '../reading/page-child.ts';
import * as sourcePages from '../source-pages.store.ts';
import { type PageRow, selectPageByUrl, selectTwin } from '../website-pages.store.ts';
import type { WebsiteRow } from '../websites.store.ts';
import { normaliseUrl } from './crawl-url.ts';
import { fileNameOf } from './media-type.ts';
import type { Robots } from './robots.ts';
import { isSameSite, placeOf } from './scope.ts';

/** What became of one address; `links` are as they stand in the page. */
export type PageOutcome =
  | {
      readonly kind: 'kept';
      readonly change: 'new' | 'changed' | 'unchanged';
      readonly page: FetchedPage;
      readonly contentHash: string;
      readonly documentId: DocumentId;
      readonly links: readonly string[];
    }
  | { readonly kind: 'same' }
  | {
      readonly kind: 'skipped' | 'failed';
      readonly failure: WebsiteFailure;
      readonly status: number | null;
      readonly isPassing?: boolean;
      readonly links?: readonly string[];
      /** The address that this one stands for. */
      readonly instead?: string;
    }
  | { readonly kind: 'wait'; readonly seconds: number; readonly status: number };

export interface PageWork {
  readonly accountId: AccountId;
  readonly site: WebsiteRow;
  readonly robots: Robots;
  readonly page: PageRow;
  readonly signal: AbortSignal;
}

const TITLE_LENGTH = 300;

/** Asks for a page, reads it and keeps it when it says something new. Rejects only when the signal ended it. */
export async function crawlPage(dependencies: WebsitesDependencies, work: PageWork): Promise<PageOutcome> {
  const { askPage, gate, pauseMs, userAgent } = dependencies;
  const { page, robots, signal } = work;
  const refusal = refusalOf(work);
  if (refusal) return { kind: 'skipped', failure: refusal, status: null };
  // Without its document there is nothing that could be the same.
  const validators = page.documentId ? page : { etag: null, lastModified: null };
  const fetched = await gate.pass(page.url, Math.max(pauseMs, robots.delayMs), signal, () =>
    fetchPage(askPage, { url: page.url, validators, userAgent, signal }),
  );
  if (fetched.kind === 'moved') return judgeMove(dependencies, work, fetched);
  if (fetched.kind !== 'page') return fetched;
  return fetched.media.kind === 'html'
    ? keepHtml(dependencies, work, fetched)
    : keepFile(dependencies, work, fetched);
}

/** Rules and limits may have changed since the page was found. */
function refusalOf({ site, robots, page }: PageWork): WebsiteFailure | null {
  if (!robots.isAllowed(page.url)) return 'robots_refused';
  return page.depth > 0 && placeOf(site, page.url) !== 'inside' ? 'outside' : null;
}

/** The page is where it moved to: that address is read by itself, and this one only points to it. */
function judgeMove(
  { privateHosts }: WebsitesDependencies,
  { site, page }: PageWork,
  { url, status }: { readonly url: string; readonly status: number },
): PageOutcome {
  if (!isAllowedUrl(new URL(url), privateHosts))
    return { kind: 'failed', failure: 'address_refused', status };
  const isInside = page.depth === 0 ? isSameSite(site.url, url) : placeOf(site, url) === 'inside';
  if (!isInside) return { kind: 'skipped', failure: 'outside', status };
  return { kind: 'skipped', failure: 'duplicate', status, instead: url };
}

async function keepHtml(
  dependencies: WebsitesDependencies,
  work: PageWork,
  fetched: FetchedPage,
): Promise<PageOutcome> {
  const { url, bytes, status, media } = fetched;
  const reading = await dependencies.readPage({ bytes, url, charset: media.charset });
  if (!reading) return { kind: 'failed', failure: 'internal', status };
  const links = reading.robots.nofollow || work.site.mode !== 'site' ? [] : reading.links;
  if (fetched.noindex || reading.robots.noindex) {
    return { kind: 'skipped', failure: 'robots_refused', status, links };
  }
  const instead = await canonicalOf(dependencies, work, reading);
  if (instead) return { kind: 'skipped', failure: 'duplicate', status, links, instead };
  if (reading.text.trim() === '') return { kind: 'skipped', failure: 'empty', status, links };
  const title = reading.title?.trim() || titleOf(url);
  return keep(dependencies, work, {
    page: fetched,
    contentHash: hashOf(`${title}\n${reading.text}`),
    title,
    links,
  });
}

/** Another page of the site that this one says it is. Not believed where it can't be so. */
async function canonicalOf(
  { knowledge: { database } }: WebsitesDependencies,
  { accountId, site, page }: PageWork,
  { canonical }: PageReading,
): Promise<string | null> {
  if (canonical === null || site.mode === 'page' || page.documentId) return null;
  const url = normaliseUrl(canonical, page.url);
  if (url === null || url === page.url || placeOf(site, url) !== 'inside') return null;
  // Whole sites call every page their first one by mistake.
  if (new URL(url).pathname === '/' && new URL(page.url).pathname !== '/') return null;
  const other = await database.account(accountId, (transaction) =>
    selectPageByUrl(transaction, site.id, url),
  );
  // One that points back, or isn't there: then this is the page after all.
  return other && ['skipped', 'failed', 'gone'].includes(other.state) ? null : url;
}

async function keepFile(
  dependencies: WebsitesDependencies,
  work: PageWork,
  fetched: FetchedPage,
): Promise<PageOutcome> {
  if (fetched.bytes.byteLength === 0) return { kind: 'skipped', failure: 'empty', status: fetched.status };
  if (fetched.noindex) return { kind: 'skipped', failure: 'robots_refused', status: fetched.status };
  return keep(dependencies, work, {
    page: fetched,
    contentHash: hashOf(fetched.bytes),
    title: titleOf(fetched.url),
    links: [],
  });
}

interface Kept {
  readonly page: FetchedPage;
  readonly contentHash: string;
  readonly title: string;
  readonly links: readonly string[];
}

async function keep(
  { knowledge }: WebsitesDependencies,
  { accountId, site, page: row }: PageWork,
  { title, ...kept }: Kept,
): Promise<PageOutcome> {
  const { page, contentHash, links } = kept;
  if (row.documentId && row.contentHash === contentHash) {
    return { kind: 'kept', change: 'unchanged', documentId: row.documentId, ...kept };
  }
  const { twin, documentId } = await knowledge.database.account(accountId, async (transaction) => ({
    twin: row.documentId ? null : await selectTwin(transaction, site.id, { id: row.id, contentHash }),
    // There is one without its page when a worker died between the two.
    documentId: row.documentId ?? (await sourcePages.documentOfUrl(transaction, site.id, row.url)),
  }));
  if (twin) return { kind: 'skipped', failure: 'duplicate', status: page.status, links };
  const source = {
    kind: 'page' as const,
    title: title.replaceAll('\0', '').slice(0, TITLE_LENGTH).toWellFormed(),
    fileName: fileNameOf(page.url, page.media),
    folder: '',
    mediaType: page.media.type,
    bytes: page.bytes,
    url: page.url,
    websiteId: site.id,
    // People may have changed them since.
    ...(documentId ? {} : { tags: site.tags }),
  };
  const { document } = await storeSource(knowledge, {
    accountId,
    knowledgeId: site.knowledgeId,
    source,
    replaces: documentId,
  });
  const change = row.documentId ? 'changed' : 'new';
  return { kind: 'kept', change, documentId: document.uuid, ...kept };
}

const hashOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

function titleOf(url: string): string {
  const { hostname, pathname } = new URL(url);
  const last = fileNameOf(url, { kind: 'html', type: 'text/html', charset: null }).replace(/\.html$/, '');
  return pathname === '/' ? hostname : last;
}
