import type { IncomingHttpHeaders } from 'node:http';
import type { Locale } from '@hanasu/contract/accounts';
import type { FriendId } from '@hanasu/contract/ids';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type AccountTransaction,
  type Database,
  type SystemTransaction,
  within,
} from '../../platform/database/database.ts';
import { groupCommit } from '../../platform/database/group-commit.ts';
import { chooseLanguage } from '../../platform/http/choose-language.ts';
import { newId } from '../../platform/ids.ts';
import type { WorkerName } from '../../platform/workers/worker-registry.ts';
import { type FoundLink, findLink, insertClicks, type NewClick, type WrittenClick } from './links.store.ts';
import { readPerson } from './tracked-links.ts';

/** Publishes clicks of one account to web hooks, in the transaction that writes them. True: something is to be sent. */
export type PublishClicks = (
  transaction: AccountTransaction,
  clicks: readonly WrittenClick[],
) => Promise<boolean>;

/** A click on the address of one person; `personId`: the id that the address was made with. */
type Clicker = Pick<FoundLink, 'accountId' | 'ownerKind' | 'ownerId'> & { readonly personId: string };
/** Finds the friends behind these clicks, in the same order; null: the owner of the link does not know the id. */
export type FindClickers = (
  transaction: SystemTransaction,
  clickers: readonly Clicker[],
) => Promise<readonly (FriendId | null)[]>;

export interface FollowDependencies {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly publishClicksToHooks: PublishClicks;
  readonly findClickers: FindClickers;
  readonly notifyWorker: (name: WorkerName) => void;
  /** Calls a minute from one address; 0: any number. */
  readonly perMinute: number;
  readonly onError: (error: unknown) => void;
}

/** A code, and behind it the token of a person, which makes no difference to where it leads. */
const CODE = /^([A-Za-z0-9_-]{12})([A-Za-z0-9_-]{0,64})$/;

/** `/r/{code}`: leads to what is stored under the code, and nowhere else. */
export function addFollowRoute(dependencies: FollowDependencies): void {
  const { app, database, perMinute } = dependencies;
  const clicks = createClickWriter(dependencies);
  // Nothing else under `/r/` is taken for a page of the web app.
  app.get<{ readonly Params: { readonly '*': string } }>(
    '/r/*',
    { schema: { hide: true }, config: { rateLimit: limitOf(perMinute) } },
    async (request, reply) => {
      const [, code, token = ''] = CODE.exec(request.params['*']) ?? [];
      const link =
        code === undefined ? null : await database.system((transaction) => findLink(transaction, code));
      if (!link) return sendNotFound(request, reply);
      if (isPerson(request)) {
        const visit = { link, id: newId(), at: new Date(database.now()), personId: readPerson(token) };
        reply.raw.once('finish', () => clicks.add(visit));
      }
      return reply
        .code(302)
        .headers({
          location: link.url,
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-robots-tag': 'noindex, nofollow',
        })
        .send();
    },
  );
  app.addHook('onClose', clicks.drain);
}

/** The usual limit is for the API alone. */
const limitOf = (max: number) =>
  max === 0 ? (false as const) : { max, timeWindow: '1 minute', allowList: () => false };

/** Programs that look at an address before or instead of a person. Browsers inside apps call themselves otherwise: `Line/`, `FBAN`, `Zalo`. */
const MACHINES = new RegExp(
  [
    'bot',
    'crawl',
    'spider',
    'slurp',
    'preview',
    'scan',
    'monitor',
    'facebookexternalhit',
    'facebookcatalog',
    'meta-external',
    'line-poker',
    'whatsapp',
    'skypeuripreview',
    'embedly',
    'bingpreview',
    'google-',
    'feedfetcher',
    'apis-google',
    'lighthouse',
    'headless',
    'phantomjs',
    'curl',
    'wget',
    'python',
    'java/',
    'go-http',
    'okhttp',
    'node',
    'undici',
    'axios',
    'libwww',
    'httpclient',
    'postman',
  ].join('|'),
  'i',
);
/** Headers by which browsers and proxies mark a prefetch. */
const AHEAD = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

const isPerson = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method === 'GET' && !isMachine(headers['user-agent']) && !AHEAD.some((name) => isAhead(headers, name));

const isMachine = (agent: string | undefined): boolean =>
  agent === undefined || agent.trim() === '' || MACHINES.test(agent);

const isAhead = (headers: IncomingHttpHeaders, name: string): boolean =>
  /prefetch|prerender|preview/i.test(String(headers[name] ?? ''));

const MOST_AT_ONCE = 500;
/** A commit for each click would hold up those who come at the same time. */
const GATHER_MS = 200;

/** A click, before its person is known. */
interface Visit extends Pick<NewClick, 'id' | 'at'> {
  readonly link: FoundLink;
  readonly personId: string | null;
}

/** Writes clicks together, after they were answered; a stop waits for it, a kill loses what waits. */
function createClickWriter({
  database,
  publishClicksToHooks,
  findClickers,
  notifyWorker,
  onError,
}: FollowDependencies) {
  async function withFriends(transaction: SystemTransaction, visits: readonly Visit[]): Promise<NewClick[]> {
    const named = visits.flatMap(({ id, link, personId }) =>
      personId === null ? [] : [{ ...link, id, personId }],
    );
    const friends = named.length > 0 ? await findClickers(transaction, named) : [];
    const known = new Map(named.map(({ id }, index) => [id, friends[index] ?? null]));
    return visits.map(({ id, at, link }) => ({
      ...{ id, at, accountId: link.accountId, linkId: link.id },
      friendId: known.get(id) ?? null,
    }));
  }
  const write = async (visits: readonly Visit[]): Promise<undefined[]> => {
    const isPublished = await database.system(async (transaction) => {
      const written = await insertClicks(transaction, await withFriends(transaction, visits));
      const published = [];
      for (const [accountId, own] of Map.groupBy(written, (click) => click.accountId))
        published.push(await publishClicksToHooks(within(transaction, accountId), own));
      return published.includes(true);
    });
    if (isPublished) notifyWorker('web-hooks');
    return visits.map(() => undefined);
  };
  const writer = groupCommit(write, { maxBatch: MOST_AT_ONCE, lanes: 1 });
  const running = new Set<Promise<void>>();
  let waiting: Visit[] = [];
  let timer: NodeJS.Timeout | null = null;
  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const visits = waiting;
    waiting = [];
    for (const visit of visits) {
      const done = writer
        .add(visit)
        .catch(onError)
        .finally(() => running.delete(done));
      running.add(done);
    }
  }
  return {
    add(visit: Visit): void {
      waiting.push(visit);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    async drain(): Promise<void> {
      flush();
      await Promise.all(running);
    },
  };
}

const WORDS = {
  en: { title: 'This link no longer works', text: 'It has expired, or the address is not complete.' },
  ja: {
    title: 'このリンクは使えません',
    text: '有効期限が切れているか、アドレスが正しくない可能性があります。',
  },
  vi: {
    title: 'Liên kết này không còn dùng được',
    text: 'Liên kết đã hết hạn hoặc địa chỉ chưa đầy đủ.',
  },
} as const satisfies Record<Locale, { readonly title: string; readonly text: string }>;

/** Colours of the product's tokens, which this page can't load. */
const STYLE =
  ':root{color-scheme:light dark;--page:#f7f8f9;--text:#1b1f26;--dim:#555f6d}' +
  '@media (prefers-color-scheme:dark){:root{--page:#14181d;--text:#eceff3;--dim:#a7b0bd}}' +
  'body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:24px;box-sizing:border-box;' +
  'background:var(--page);color:var(--text);font:16px/1.7 system-ui,"Noto Sans","Noto Sans JP",sans-serif;text-align:center}' +
  'h1{margin:0 0 8px;font-size:22px;line-height:1.45;font-weight:500}p{margin:0;color:var(--dim)}';

/** The same for a code that never was and one that has ended; nothing of the request stands in it. */
function sendNotFound({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = chooseLanguage(undefined, headers['accept-language']);
  const { title, text } = WORDS[language];
  return reply
    .code(404)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      vary: 'accept-language',
      'x-robots-tag': 'noindex, nofollow',
    })
    .send(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`);
}
