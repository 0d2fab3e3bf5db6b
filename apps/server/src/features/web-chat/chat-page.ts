import { BotId } from '@hanasu/contract/ids';
import type { FastifyInstance } from 'fastify';
import type { EmbedDependencies } from './dependencies.ts';
import { type EmbedRow, findEmbed } from './settings/embed.store.ts';
import { frameAncestors } from './settings/sites.ts';

/**
 * `/Bot/{id}/chat_embed`: the widget alone on a page, for frames on other sites and for a link. Served here, because
 * who may frame it is each bot's own.
 */
export function addChatPage(app: FastifyInstance, { database }: Pick<EmbedDependencies, 'database'>): void {
  app.get<{ Params: { id: string } }>(
    '/Bot/:id/chat_embed',
    { schema: { hide: true }, config: { rateLimit: false } },
    async (request, reply) => {
      const botId = BotId.safeParse(request.params.id).data;
      const embed = botId ? await database.system((transaction) => findEmbed(transaction, botId)) : null;
      const isOpen = embed?.config.enabled === true && embed.isPublished;
      return reply
        .code(isOpen ? 200 : 404)
        .type('text/html; charset=utf-8')
        .headers({
          'content-security-policy': contentPolicy(isOpen ? embed.config.sites : null),
          'cache-control': 'no-cache',
          // The page is shown by sites that isolate themselves, too.
          'cross-origin-resource-policy': 'cross-origin',
        })
        .removeHeader('x-frame-options')
        .send(isOpen ? pageOf(embed) : CLOSED);
    },
  );
}

/** Nothing but our own widget runs here; `sites`: null when nobody may frame it. */
const contentPolicy = (sites: readonly string[] | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${sites ? frameAncestors(sites) : "'self'"}`,
  ].join('; ');

const HEAD = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">`;

const pageOf = ({ botId, name }: EmbedRow): string => `${HEAD}
<title>${escaped(name)}</title>
</head>
<body>
<noscript>This chat needs JavaScript.</noscript>
<script src="/widget.js" data-bot="${botId}" data-page></script>
</body>
</html>
`;

const CLOSED = `${HEAD}
<title>Chat</title>
</head>
<body>
<p lang="en">This chat is not available.</p>
<p lang="ja">このチャットは現在ご利用いただけません。</p>
<p lang="vi">Khung chat này hiện không dùng được.</p>
</body>
</html>
`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => ESCAPES[letter] ?? '');
