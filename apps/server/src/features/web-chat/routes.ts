import * as contract from '@hanasu/contract/embed';
import { BotId } from '@hanasu/contract/ids';
import type { FastifyInstance } from 'fastify';
import type { Implement } from '../../platform/http/implement.ts';
import { askEmbed, resumeAnswer } from './chat/ask-embed.ts';
import type { EmbedDependencies } from './dependencies.ts';
import { type EmbedRow, findEmbed, listEmbeds } from './settings/embed.store.ts';
import {
  changeEmbedSetting,
  embedSetting,
  ownEmbed,
  readEmbedLook,
  rotateIdentitySecret,
} from './settings/embed-settings.ts';
import { frameAncestors } from './settings/sites.ts';
import { createVisitorSession, findOpenEmbed } from './visitors/create-session.ts';
import { readVisitorMessages } from './visitors/read-visitor-messages.ts';

/** Visitors' calls are counted by visitor and address in the use cases, and here against floods. */
const VISITORS = { perMinute: 300 };

export function addEmbedRoutes(
  implement: Implement,
  dependencies: EmbedDependencies,
  app: FastifyInstance,
): void {
  const { database, publicUrl, tokens } = dependencies;
  implement(contract.getEmbedSetting, ({ query }, { session }) =>
    database.account(session.accountId, async (transaction) =>
      embedSetting(await ownEmbed(transaction, query.botUuid), publicUrl),
    ),
  );
  implement(contract.updateEmbedSetting, ({ body }, { session }) =>
    changeEmbedSetting(dependencies, session, body),
  );
  implement(contract.rotateIdentitySecret, ({ body }, { session }) =>
    rotateIdentitySecret(dependencies, session, body.botUuid),
  );
  implement(contract.listEmbedSettings, ({ query: { q, page, pageSize } }, { session }) =>
    database.account(session.accountId, async (transaction) => {
      const offset = (page - 1) * pageSize;
      const { rows, total } = await listEmbeds(transaction, { q, limit: pageSize, offset });
      return { items: rows, total, page, pageSize };
    }),
  );
  implement(contract.getEmbedLook, ({ params }, { request }) =>
    database.system(async (transaction) =>
      readEmbedLook(await findOpenEmbed(transaction, dependencies, params.botUuid, request)),
    ),
  );
  implement(
    contract.openEmbedSession,
    ({ params, body }, { request }) =>
      database.system(async (transaction) => {
        const embed = await findOpenEmbed(transaction, dependencies, params.botUuid, request);
        return createVisitorSession(dependencies, transaction, { embed, body });
      }),
    VISITORS,
  );
  implement(
    contract.chatWithEmbed,
    ({ params, body }, call) => askEmbed(dependencies, { botId: params.botUuid, question: body, call }),
    VISITORS,
  );
  implement(contract.resumeEmbedChat, (input, call) => resumeAnswer(dependencies, input, call), VISITORS);
  implement(contract.listEmbedMessages, ({ params }, { request }) =>
    database.system(async (transaction) => {
      const embed = await findOpenEmbed(transaction, dependencies, params.botUuid, request);
      const token = String(request.headers['x-visitor'] ?? '');
      return readVisitorMessages(transaction, embed, tokens.read(params.botUuid, token));
    }),
  );
  addChatPage(app, dependencies);
}

/**
 * `/Bot/{id}/chat_embed`: the widget alone on a page, for frames on other sites and for a link. Served here, because
 * who may frame it is each bot's own.
 */
function addChatPage(app: FastifyInstance, { database }: Pick<EmbedDependencies, 'database'>): void {
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
