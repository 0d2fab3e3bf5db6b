import { BotId } from '@hanasu/contract/ids';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../../platform/database/database.ts';
import type { Authenticate } from '../../../platform/http/context.ts';
import { type EmbedRow, findEmbed, findOwnEmbed } from '../settings/embed.store.ts';
import { frameAncestors } from '../settings/sites.ts';
import { CLOSED_STYLE_HASH, closedPage, type ManagerOf } from './closed-page.ts';
import { chooseLanguage } from './page-language.ts';
import { escaped, HEAD_TAGS, PREVIEW_STYLE_HASH, previewPage } from './page-parts.ts';

interface ChatPageDependencies {
  readonly database: Database;
  readonly authenticate: Authenticate;
}

interface ChatPageRequest {
  readonly Params: { readonly id: string };
  readonly Querystring: { readonly lang?: unknown; readonly preview?: unknown };
}

/**
 * `/Bot/{id}/chat_embed`: the widget alone on a page, for frames on other sites and for a link. Served here, because
 * who may frame it is each bot's own. With `preview` it is an empty page on which the settings draw the widget.
 */
export function addChatPage(app: FastifyInstance, dependencies: ChatPageDependencies): void {
  const { database } = dependencies;
  app.get<ChatPageRequest>(
    '/Bot/:id/chat_embed',
    { schema: { hide: true }, config: { rateLimit: false } },
    async (request, reply) => {
      const botId = BotId.safeParse(request.params.id).data;
      const page = reply
        .type('text/html; charset=utf-8')
        // The page is shown by sites that isolate themselves, too.
        .headers({ 'cache-control': 'no-cache', 'cross-origin-resource-policy': 'cross-origin' })
        .removeHeader('x-frame-options');
      if (botId && request.query.preview !== undefined)
        return page
          .header('content-security-policy', contentPolicy({ sites: null, style: PREVIEW_STYLE_HASH }))
          .send(previewPage(botId));
      const embed = botId ? await database.system((transaction) => findEmbed(transaction, botId)) : null;
      if (embed?.config.enabled === true && embed.isPublished)
        return page
          .header('content-security-policy', contentPolicy({ sites: embed.config.sites }))
          .send(openPage(embed));
      const language = chooseLanguage(request.query.lang, request.headers['accept-language']);
      const manager = botId ? await managerOf(dependencies, request, botId) : null;
      return page
        .code(404)
        .headers({
          'content-security-policy': contentPolicy({ sites: null, style: CLOSED_STYLE_HASH }),
          'cache-control': 'private, no-store',
          vary: 'accept-language, cookie',
        })
        .send(closedPage(language, manager));
    },
  );
}

/** What to offer to somebody who is signed in here and may open this chat; null: a visitor. */
async function managerOf(
  { database, authenticate }: ChatPageDependencies,
  { headers }: FastifyRequest,
  botId: BotId,
): Promise<ManagerOf | null> {
  const token = /(?:^|;\s*)jwt=([^;]+)/.exec(headers.cookie ?? '')?.[1];
  const session = token ? await authenticate(decoded(token)) : null;
  if (!session || (session.role !== 'owner' && session.role !== 'admin')) return null;
  const own = await database.account(session.accountId, (transaction) => findOwnEmbed(transaction, botId));
  return own && { botId, isPublished: own.isPublished, isEnabled: own.config.enabled };
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return '';
  }
}

interface Policy {
  /** Null: nobody else may frame it. */
  readonly sites: readonly string[] | null;
  /** Of the page's own style. */
  readonly style?: string;
}

/** Nothing but our own widget runs here. */
const contentPolicy = ({ sites, style }: Policy): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ...(style ? [`style-src '${style}'`] : []),
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${sites ? frameAncestors(sites) : "'self'"}`,
  ].join('; ');

const openPage = ({ botId, name }: EmbedRow): string => `<!doctype html>
<html lang="en">
<head>
${HEAD_TAGS}
<title>${escaped(name)}</title>
</head>
<body>
<noscript>This chat needs JavaScript.</noscript>
<script src="/widget.js" data-bot="${botId}" data-page></script>
</body>
</html>
`;
