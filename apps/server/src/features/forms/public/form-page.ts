import { existsSync, readFileSync } from 'node:fs';
import type { InAppPages } from '@hanasu/channels/spec/channel';
import {
  FORM_PREVIEW_SLUG,
  type FormDefinition,
  type FormSettings,
  withShopName,
} from '@hanasu/contract/form-definition';
import { type AccountId, ChannelId } from '@hanasu/contract/ids';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database, SystemTransaction } from '../../../platform/database/database.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import type { ChannelDirectory } from '../../channels/public.ts';
import { shopOf } from '../shop.ts';
import { inAppOf } from './prove-person.ts';

interface FormPageDependencies {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly directory: ChannelDirectory;
  /** Folder with the built pages; absent behind the dev server. */
  readonly webDist: string | undefined;
}

interface FormPageRow {
  readonly accountId: AccountId;
  readonly definition: FormDefinition;
  readonly settings: FormSettings;
  readonly accountName: string;
  readonly logoKey: string | null;
  readonly accountColor: string | null;
}

const OPTIONS = { schema: { hide: true }, config: { rateLimit: false } } as const;

/** The page `/form/{slug}`: an app of its own, served here because who may frame it is each form's own. */
export function addFormPage({ app, database, directory, webDist }: FormPageDependencies): void {
  const file = `${webDist}/form.html`;
  if (webDist === undefined || !existsSync(file)) return;
  const page = readFileSync(file, 'utf8');
  app.get<{ readonly Params: { readonly slug: string } }>(
    '/form/:slug',
    OPTIONS,
    async ({ params }, reply) => {
      // The editor's frame hands it a draft.
      const isPreview = params.slug === FORM_PREVIEW_SLUG;
      const form = isPreview
        ? null
        : await database.system((transaction) => findFormPage(transaction, params.slug));
      return (
        reply
          .code(form || isPreview ? 200 : 404)
          .type('text/html; charset=utf-8')
          // Sites that isolate themselves may show it, too.
          .headers({
            'cache-control': 'no-cache',
            'content-security-policy': contentPolicy(form?.settings.sites ?? []),
            'cross-origin-resource-policy': 'cross-origin',
          })
          .removeHeader('x-frame-options')
          .send(form ? withTitle(page, form) : page)
      );
    },
  );

  const sendInApp = async (reply: FastifyReply, id: string, slug: string): Promise<FastifyReply> => {
    const form = await database.system((transaction) => findFormPage(transaction, slug));
    const { data: channelId } = ChannelId.safeParse(id);
    const channel = form && channelId ? await directory.find(form.accountId, channelId) : null;
    const inApp = channel && inAppOf(channel);
    const titled = form ? withTitle(page, form) : page;
    const mark =
      inApp && `<meta name="in-app" content="${escapeHtml(inApp.pages.script)}" data-id="${inApp.appId}" />`;
    return reply
      .code(form ? 200 : 404)
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': contentPolicy([], inApp?.pages) })
      .send(mark ? titled.replace('</title>', () => `</title>\n${mark}`) : titled);
  };
  app.get<{ readonly Params: { readonly id: string; readonly slug: string } }>(
    '/form/liff/:id/:slug',
    OPTIONS,
    ({ params }, reply) => sendInApp(reply, params.id, params.slug),
  );
  // The app opens its endpoint first, with the path of the form in the query.
  app.get<{ readonly Params: { readonly id: string }; readonly Querystring: Record<string, unknown> }>(
    '/form/liff/:id',
    OPTIONS,
    ({ params, query }, reply) => sendInApp(reply, params.id, slugIn(query['liff.state'])),
  );
}

const slugIn = (state: unknown): string =>
  (typeof state === 'string' && /^\/([^/?#]+)/.exec(state)?.[1]) || '';

/** What was published last; null: nothing was. */
const findFormPage = (transaction: SystemTransaction, slug: string): Promise<FormPageRow | null> =>
  transaction.one<FormPageRow>(
    `select f.account_id as "accountId", v.definition, f.settings, a.name as "accountName", a.logo_key as "logoKey", a.color as "accountColor" from forms f
       join accounts a on a.id = f.account_id
       join form_versions v on v.account_id = f.account_id and v.form_id = f.id and v.number = f.version
     where f.slug = $1`,
    [slug],
  );

/** Only our own files, no style attributes, and nothing is sent but to us; inside a vendor's app also its script. */
const contentPolicy = (sites: readonly string[], inApp?: InAppPages | null): string =>
  [
    "default-src 'none'",
    `script-src ${["'self'", ...(inApp ? [originOf(inApp.script)] : [])].join(' ')}`,
    "style-src 'self'",
    `connect-src ${["'self'", ...(inApp?.hosts ?? [])].join(' ')}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${["'self'", ...sites.map(originOf)].join(' ')}`,
  ].join('; ');

/** Without a path, and without what would end the list. */
const originOf = (site: string): string => new URL(site).origin;

/** Chats and search show it before any script has run. */
function withTitle(page: string, form: FormPageRow): string {
  const shop = shopOf(form);
  const { title, languages } = withShopName(form.definition, shop.name);
  const [language = 'en'] = languages;
  const text = escapeHtml(title[language] ?? '');
  return page
    .replace('<html lang="en">', () => `<html lang="${language}">`)
    .replace(
      '<title>Form</title>',
      () =>
        `<title>${text}</title>\n<meta property="og:title" content="${text}" />\n<meta property="og:site_name" content="${escapeHtml(shop.name)}" />`,
    );
}
