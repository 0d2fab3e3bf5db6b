import type { EndpointRequest } from '@hanasu/contract/endpoint';
import type { KnowledgeId, SessionId, UserId, WebsiteId } from '@hanasu/contract/ids';
import type { createWebsite as contract, WebsiteView } from '@hanasu/contract/websites';
import { newId } from '../../../../platform/ids.ts';
import { createGuardedFetch } from '../../../../platform/net/guarded-fetch.ts';
import { ANY_HOST } from '../../../../testing/private-hosts.ts';
import { createStorage } from '../../../billing/public.ts';
import { createKnowledgeFixture } from '../../testing/knowledge.fixture.ts';
import { userAgentOf } from '../crawling/robots.ts';
import { createCrawler } from '../create-websites-feature.ts';
import type { WebsitesDependencies } from '../dependencies.ts';
import { createHostGate } from '../reading/host-gate.ts';
import type { PageReading } from '../reading/page-child.ts';
import type { ReadPage } from '../reading/page-reader.ts';
import { createWebsite, readPages, readWebsite } from '../websites.ts';

type Body = EndpointRequest<typeof contract>['body'];

/** The feature on a database of its own, without its process for pages: `readTestPage` knows only what `pageOf` makes. */
export async function createWebsitesFixture(changes: Partial<WebsitesDependencies> = {}) {
  const events: { readonly event: string; readonly website?: WebsiteView }[] = [];
  /** 0: none. */
  const quota = { bytes: 0 };
  const knowledge = await createKnowledgeFixture({
    requireQuota: (transaction, bytes) =>
      createStorage({ database, quotaBytes: quota.bytes, disk: { state: async () => 'ok' } }).requireQuota(
        transaction,
        bytes,
      ),
    realtime: {
      emit: (_accountId, event, payload) => void events.push({ event, ...(payload as object) }),
    },
  });
  const { accountId } = knowledge;
  const actor = {
    accountId,
    userId: newId<UserId>(),
    sessionId: newId<SessionId>(),
    role: 'owner' as const,
    address: '127.0.0.1',
  };
  const dependencies: WebsitesDependencies = {
    knowledge: knowledge.dependencies,
    privateHosts: ANY_HOST,
    askPage: createGuardedFetch({ privateHosts: ANY_HOST, maxBytes: 200_000, timeoutMs: 5_000 }),
    askSitemap: createGuardedFetch({ privateHosts: ANY_HOST, maxBytes: 2_000_000, timeoutMs: 5_000 }),
    readPage: readTestPage,
    gate: createHostGate(),
    userAgent: userAgentOf('http://localhost'),
    pauseMs: 0,
    random: () => 0.5,
    notify: () => undefined,
    ...changes,
  };
  const faults: unknown[] = [];
  const newCrawler = () => createCrawler(dependencies, (error) => faults.push(error));
  const { database } = knowledge.dependencies;
  const look = (id: WebsiteId) => readWebsite(dependencies, accountId, id);

  return {
    ...knowledge,
    knowledge,
    dependencies,
    quota,
    actor,
    events,
    faults,
    newCrawler,
    look,
    addSite: async (base: KnowledgeId, body: Partial<Body> & Pick<Body, 'url'>) => {
      const defaults = {
        schedule: 'never',
        depth: 3,
        pageLimit: 100,
        include: [],
        exclude: [],
        tags: [],
      } as const;
      const full = { ...defaults, mode: 'site', ...body } as Body;
      return (await createWebsite(dependencies, { actor, knowledgeId: base }, full)).uuid;
    },
    /** Crawls until a site waits for nothing, and says how it stands. */
    async finish(id: WebsiteId): Promise<WebsiteView> {
      const crawler = newCrawler();
      for (;;) {
        await crawler.runOnce();
        await crawler.drain();
        if (faults.length > 0) throw faults[0];
        const view = await look(id);
        if (view.status !== 'queued' && view.status !== 'crawling') return view;
      }
    },
    /** Path → state, with the reason when there is one. */
    async statesOf(id: WebsiteId): Promise<Record<string, string>> {
      const { items } = await readPages(dependencies, { accountId, id }, { page: 1, pageSize: 100 });
      return Object.fromEntries(
        items.map(({ url, state, failure }) => {
          const { pathname, search } = new URL(url);
          return [pathname + search, failure ? `${state}: ${failure}` : state];
        }),
      );
    },
    documents: () =>
      database.account(accountId, (transaction) =>
        transaction.rows<{ id: string; title: string; url: string; version: number; stale: string | null }>(
          `select id, title, url, version, stale from documents where account_id = $1 order by url`,
          [accountId],
        ),
      ),
    sql: (text: string, values: readonly unknown[] = []) =>
      database.account(accountId, (transaction) => transaction.run(text, values)),
  };
}
export type WebsitesFixture = Awaited<ReturnType<typeof createWebsitesFixture>>;

const unescapeHtml = (text: string): string => text.replaceAll('&amp;', '&');

/** Reads what `pageOf` wrote. */
const readTestPage: ReadPage = async ({ bytes }): Promise<PageReading> => {
  const html = Buffer.from(bytes).toString('utf8');
  return {
    title: /<title>(.*?)<\/title>/s.exec(html)?.[1] ?? null,
    canonical: /<link rel="canonical" href="(.*?)">/.exec(html)?.[1] ?? null,
    links: [...html.matchAll(/<a href="(.*?)"/g)].map(([, link = '']) => unescapeHtml(link)),
    robots: { noindex: html.includes('noindex'), nofollow: html.includes('nofollow') },
    text: /<main>(.*?)<\/main>/s.exec(html)?.[1] ?? '',
  };
};
