import { createHmac } from 'node:crypto';
import { REPORT_REASONS } from '@hanasu/contract/gallery';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { consumeAllowance, tryKey } from '../../../platform/database/consume-allowance.ts';
import { type SystemTransaction, within } from '../../../platform/database/database.ts';
import { sourceOf } from '../../../platform/http/source-of.ts';
import { newId } from '../../../platform/ids.ts';
import {
  browserLanguage,
  type Found,
  findInSite,
  findPostPage,
  PAGE_OPTIONS,
  type PublicDependencies,
  type SiteRequest,
  sendFound,
} from './find-page.ts';
import { escaped, lines, renderPage } from './page-html.ts';
import { PAGE_WORDS } from './page-words.ts';
import { postPath, renderNotice } from './post-pages.ts';
import { insertReport, type PublicPost, type PublicSite } from './public-posts.store.ts';

const PATH = '/p/:account/:slug/report';
const BODY_MAX = 4 * 1024;
const PER_MINUTE = 10;

/** Of any number of posts from one address. */
const LIMIT = {
  max: PER_MINUTE,
  timeWindow: '1 minute',
  keyGenerator: ({ ip }: FastifyRequest) => sourceOf(ip),
  // The limit of the whole server is for its API.
  allowList: () => false,
};

const STATUS: Readonly<Record<ReportOutcome, number>> = {
  thanks: 200,
  already: 409,
  failed: 400,
  tooMany: 429,
};

/** The form by which readers report a post, and what it sends. */
export async function addReportRoutes(dependencies: PublicDependencies): Promise<void> {
  const { app, database, reporterKey } = dependencies;
  app.get(PATH, PAGE_OPTIONS, async (request, reply) => {
    const found = await database.system((transaction) =>
      findInSite(transaction, request, async (of) => {
        const found = await findPostPage(of);
        if (found.kind === 'moved') return { ...found, path: `${found.path}/report` };
        return found.kind === 'post' ? notice(renderReportForm(found.post, of.site)) : null;
      }),
    );
    return sendFound(request, reply, found);
  });
  await app.register(async (scope) => {
    takeForms(scope);
    scope.post(PATH, { schema: { hide: true }, config: { rateLimit: LIMIT } }, async (request, reply) => {
      const { body, ip: address } = request;
      let status = 404;
      const take = async (of: SiteRequest): Promise<Found> => {
        const found = await findPostPage(of);
        if (found.kind !== 'post') return null;
        const { post } = found;
        const { accountId } = of.site;
        const outcome = isFromElsewhere(request)
          ? 'failed'
          : await storeReport(of.transaction, { accountId, post }, { body, address, reporterKey });
        status = STATUS[outcome];
        return notice(renderOutcome(outcome, post, of.site));
      };
      const found = await database.system((transaction) => findInSite(transaction, request, take));
      return sendFound(request, reply, found).code(status);
    });
  });
}

const notice = (body: string): Found => ({ kind: 'page', render: () => body, isIndexed: false });

/** A page of another site sends it, which its reader does not see. */
const isFromElsewhere = ({ headers }: FastifyRequest): boolean => {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
};

/** Reads bodies as browsers send forms, and answers with pages. */
function takeForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_MAX },
    (_request, body, done) => done(null, body),
  );
  scope.setErrorHandler((error, request, reply) => {
    const { statusCode = 500 } = error as { readonly statusCode?: number };
    if (statusCode >= 500) throw error;
    const language = browserLanguage(request);
    const { failed, tooMany } = PAGE_WORDS[language].reporting;
    const words = statusCode === 429 ? tooMany : failed;
    return sendFound(request, reply, notice(renderNotice({ language, ...words }, null))).code(statusCode);
  });
}

/** So many fit into the body of the form, however they are encoded. */
const TEXT_MAX = 400;

/** The form by which a reader reports a post to the operators. */
function renderReportForm(post: PublicPost, site: PublicSite): string {
  const { language } = post;
  const { title, why, reasons, more, send, back } = PAGE_WORDS[language].reporting;
  const path = postPath(site, post);
  const choices = REPORT_REASONS.map(
    (reason) =>
      `<label><input type="radio" name="reason" value="${reason}" required> ${escaped(reasons[reason])}</label>`,
  );
  const main = lines(
    `<h1>${escaped(title)}</h1>`,
    `<p class="lead">${escaped(post.title)}</p>`,
    `<form method="post" action="${path}/report">`,
    `<fieldset><legend>${escaped(why)}</legend>${choices.join('')}</fieldset>`,
    `<label class="field">${escaped(more)}<textarea name="text" rows="4" maxlength="${TEXT_MAX}"></textarea></label>`,
    `<p><button type="submit">${escaped(send)}</button> <a href="${path}">${escaped(back)}</a></p>`,
    '</form>',
  );
  return renderPage({ language, title, isIndexed: false }, { site, main });
}

type ReportOutcome = 'thanks' | 'already' | 'failed' | 'tooMany';

/** The page after a report. */
function renderOutcome(outcome: ReportOutcome, post: PublicPost, site: PublicSite): string {
  const { [outcome]: words, back } = PAGE_WORDS[post.language].reporting;
  return renderNotice(
    { language: post.language, ...words, back: { href: postPath(site, post), text: back } },
    site,
  );
}

const Report = z.object({
  reason: z.enum(REPORT_REASONS),
  text: z.string().trim().normalize('NFC').max(TEXT_MAX).default(''),
});

const ONCE_A_DAY = { times: 1, seconds: 24 * 60 * 60 };

interface SentReport {
  /** As the browser sends a form. */
  readonly body: unknown;
  readonly address: string;
  /** Names reporters without storing where they are. */
  readonly reporterKey: Buffer;
}

/** Stores a report; once a day from one address for each post. */
async function storeReport(
  transaction: SystemTransaction,
  { accountId, post }: { readonly accountId: PublicSite['accountId']; readonly post: PublicPost },
  { body, address, reporterKey }: SentReport,
): Promise<ReportOutcome> {
  const fields = Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''));
  const { data } = Report.safeParse(fields);
  if (!data || data.text.includes('\0')) return 'failed';
  const reporter = createHmac('sha256', reporterKey).update(sourceOf(address)).digest();
  const key = tryKey('report', post.id, reporter.toString('hex'));
  if ((await consumeAllowance(transaction, key, ONCE_A_DAY)) > 0) return 'already';
  const text = data.text.toWellFormed();
  await insertReport(within(transaction, accountId), {
    ...data,
    text,
    postId: post.id,
    id: newId(),
    reporter,
  });
  return 'thanks';
}
