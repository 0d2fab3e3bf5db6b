import type { AccountTransaction } from '../../../../platform/database/database.ts';
import * as sourcePages from '../../source-pages.store.ts';
import type { Robots } from '../domain/robots.ts';
import { countTry, finishPage, type PageEnd, type PageRow } from '../website-pages.store.ts';
import type { WebsiteRow } from '../websites.store.ts';
import type { PageOutcome } from './crawl-page.ts';
import { discover } from './discover.ts';

/** Within one crawl, of a server in trouble. */
const TRIES_MAX = 3;
const WAITS_MAX = 5;
/** A page that is not there this often, crawl after crawl, is gone. */
const MISSES_TO_BE_GONE = 2;

/** Writes what became of a page, and what it links to. `again`: it is tried once more in this crawl. */
export async function settlePage(
  transaction: AccountTransaction,
  { site, robots, page }: { readonly site: WebsiteRow; readonly robots: Robots; readonly page: PageRow },
  outcome: PageOutcome,
): Promise<'done' | 'again'> {
  const isWait = outcome.kind === 'wait';
  const isPassing = outcome.kind === 'failed' && outcome.isPassing === true;
  if ((isPassing && page.tries + 1 < TRIES_MAX) || (isWait && page.tries + 1 < WAITS_MAX)) {
    await countTry(transaction, page.id);
    return 'again';
  }
  await finishPage(transaction, page.id, site.crawl, endOf(page, outcome));
  if (page.documentId || outcome.kind === 'kept') await markDocument(transaction, page, outcome);
  if (outcome.kind === 'wait' || outcome.kind === 'same') return 'done';
  const { links = [] } = outcome;
  await discover(transaction, site, robots, { addresses: links, base: page.url, depth: page.depth + 1 });
  if (outcome.kind !== 'kept' && outcome.instead) {
    const found = { addresses: [outcome.instead], base: page.url, depth: page.depth, isSelf: true };
    await discover(transaction, site, robots, found);
  }
  return 'done';
}

function endOf(page: PageRow, outcome: PageOutcome): PageEnd {
  const kept = {
    failure: null,
    httpStatus: 200,
    etag: page.etag,
    lastModified: page.lastModified,
    contentHash: page.contentHash,
    documentId: page.documentId,
    misses: 0,
  };
  if (outcome.kind === 'same') return { ...kept, state: 'unchanged', httpStatus: 304 };
  if (outcome.kind === 'kept') {
    const { change, contentHash, documentId } = outcome;
    const { etag, lastModified, status } = outcome.page;
    return { ...kept, state: change, httpStatus: status, etag, lastModified, contentHash, documentId };
  }
  if (outcome.kind === 'wait') {
    return { ...kept, state: 'failed', failure: 'http_error', httpStatus: outcome.status };
  }
  const misses = isMiss(outcome) ? page.misses + 1 : 0;
  const isGone = page.documentId !== null && misses >= MISSES_TO_BE_GONE;
  const state = isGone ? 'gone' : outcome.kind;
  return { ...kept, state, failure: outcome.failure, httpStatus: outcome.status, misses };
}

/** Not there as what it was: no page, or one that only points to another or is not to be read. */
const isMiss = (outcome: PageOutcome): boolean =>
  outcome.kind === 'skipped' || (outcome.kind === 'failed' && outcome.failure === 'not_found');

async function markDocument(
  transaction: AccountTransaction,
  page: PageRow,
  outcome: PageOutcome,
): Promise<void> {
  if (outcome.kind === 'kept') return sourcePages.markSource(transaction, outcome.documentId, null);
  if (!page.documentId) return;
  if (outcome.kind === 'same') return sourcePages.markSource(transaction, page.documentId, null);
  if (!isMiss(outcome)) return sourcePages.markSource(transaction, page.documentId, 'source_failed');
  if (page.misses + 1 >= MISSES_TO_BE_GONE)
    await sourcePages.markSource(transaction, page.documentId, 'source_gone');
}
