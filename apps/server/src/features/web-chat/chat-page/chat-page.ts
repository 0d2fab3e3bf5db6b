import { createHash } from 'node:crypto';
import type { Locale } from '@hanasu/contract/accounts';
import { BotId } from '@hanasu/contract/ids';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../../platform/database/database.ts';
import { chooseLanguage } from '../../../platform/http/choose-language.ts';
import type { Authenticate } from '../../../platform/http/context.ts';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { type EmbedRow, findEmbed, findOwnEmbed } from '../settings/embed.store.ts';
import { frameAncestors } from '../settings/sites.ts';

const HEAD_TAGS = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg">`;

/** What a content policy names a style of the page by. */
const styleHash = (style: string): string => `sha256-${createHash('sha256').update(style).digest('base64')}`;

/** A site like any other, in grey: what it says is not ours to invent. */
const PREVIEW_STYLE = `
html{color-scheme:light dark;background:#fff}
body{margin:0;padding:22px}
i{display:block;height:13px;margin:0 0 13px;border-radius:4px;background:#e3e6ea}
i:first-child{height:26px;width:46%;margin-bottom:24px}
i:nth-child(4n){width:72%;margin-bottom:30px}
[data-scheme=dark]{background:#14181f}
[data-scheme=dark] i{background:#2a323e}
`;
const PREVIEW_STYLE_HASH = styleHash(PREVIEW_STYLE);

/** The settings send the look that is being chosen; nothing is shown without it. */
const previewPage = (botId: BotId): string => `<!doctype html>
<html lang="en">
<head>
${HEAD_TAGS}
<title>Preview</title>
<style>${PREVIEW_STYLE}</style>
</head>
<body>
<div aria-hidden="true">${'<i></i>'.repeat(16)}</div>
<script src="/widget.js" data-bot="${botId}" data-preview></script>
</body>
</html>
`;

/** Somebody who may open the chat, and what it lacks. */
interface ManagerOf {
  readonly botId: BotId;
  readonly isPublished: boolean;
  readonly isEnabled: boolean;
}

interface ClosedWords {
  readonly title: string;
  readonly text: string;
  readonly off: string;
  readonly turnOn: string;
  readonly unpublished: string;
  readonly publish: string;
}

const WORDS = {
  en: {
    title: 'This chat is closed right now',
    text: 'Please come back later, or contact us another way.',
    off: 'Only you can see this: the web chat of this bot is off.',
    turnOn: 'Turn it on',
    unpublished: 'Only you can see this: the bot has not been published yet, so its web chat stays closed.',
    publish: 'Publish the bot',
  },
  ja: {
    title: 'このチャットは現在ご利用いただけません',
    text: '時間をおいて再度お越しいただくか、別の方法でお問い合わせください。',
    off: 'これは管理者にだけ表示されています。このボットのWebチャットはオフです。',
    turnOn: 'オンにする',
    unpublished:
      'これは管理者にだけ表示されています。ボットがまだ公開されていないため、Webチャットは開きません。',
    publish: 'ボットを公開する',
  },
  vi: {
    title: 'Khung chat này hiện đang đóng',
    text: 'Vui lòng quay lại sau hoặc liên hệ với chúng tôi bằng cách khác.',
    off: 'Chỉ bạn thấy dòng này: khung chat web của bot này đang tắt.',
    turnOn: 'Bật',
    unpublished: 'Chỉ bạn thấy dòng này: bot chưa được xuất bản nên khung chat web vẫn đóng.',
    publish: 'Xuất bản bot',
  },
} as const satisfies Record<Locale, ClosedWords>;

/** Colours of the product's tokens, which this page can't load. */
const STYLE = `
:root{color-scheme:light dark;--page:#f7f8f9;--text:#1b1f26;--dim:#555f6d;--line:#d9dee5;--fill:#0d6538;--on:#fff;--ill:#1b1f26}
@media (prefers-color-scheme:dark){:root{--page:#14181d;--text:#eceff3;--dim:#a7b0bd;--line:#39414d;--fill:#5cc98b;--on:#0b1a11;--ill:#cfd5dd}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:24px;background:var(--page);color:var(--text);font:16px/1.7 system-ui,"Noto Sans","Noto Sans JP",sans-serif;text-align:center}
main{max-width:440px}
svg{display:block;margin:0 auto 20px;color:var(--ill)}
h1{margin:0 0 8px;font-size:22px;line-height:1.45;font-weight:500;text-wrap:balance}
p{margin:0;color:var(--dim)}
aside{margin-top:28px;padding-top:20px;border-top:1px solid var(--line)}
a{display:inline-block;margin-top:14px;min-height:44px;padding:9px 22px;border-radius:8px;background:var(--fill);color:var(--on);font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid var(--text);outline-offset:2px}
`;
const CLOSED_STYLE_HASH = styleHash(STYLE);

/** A counter with its shutter down. */
const DRAWING = `<svg width="132" height="96" viewBox="0 0 132 96" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M8 88h116"/><path d="M22 88V30h88v58"/><path d="M16 30 26 12h80l10 18z"/><path d="M32 44h68M32 54h68M32 64h68M32 74h68"/><path d="M60 80h12"/></svg>`;

function closedPage(language: Locale, manager: ManagerOf | null): string {
  const words = WORDS[language];
  return `<!doctype html>
<html lang="${language}">
<head>
${HEAD_TAGS}
<title>${words.title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${DRAWING}
<h1>${words.title}</h1>
<p>${words.text}</p>
${manager ? `<aside>${offerOf(words, manager)}</aside>` : ''}
</main>
</body>
</html>
`;
}

/** A way to open it: what is changed, is changed in the settings, not by an address that anybody could send. */
const offerOf = (words: ClosedWords, { botId, isEnabled, isPublished }: ManagerOf): string =>
  isEnabled && !isPublished
    ? `<p>${words.unpublished}</p><a href="/Bot/${botId}?tab=publish">${words.publish}</a>`
    : `<p>${words.off}</p><a href="/Channel/custom_chat?bot=${botId}">${words.turnOn}</a>`;

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
      const language = chooseLanguage(request.query.lang, request.headers['accept-language']);
      if (embed?.config.enabled === true && embed.isPublished)
        return page
          .headers({
            'content-security-policy': contentPolicy({ sites: embed.config.sites }),
            vary: 'accept-language',
          })
          .send(openPage(embed, language));
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
    "media-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${sites ? frameAncestors(sites) : "'self'"}`,
  ].join('; ');

const openPage = ({ botId, accountName, config }: EmbedRow, language: Locale): string => `<!doctype html>
<html lang="${language}">
<head>
${HEAD_TAGS}
<title>${escapeHtml(config.texts[language].title || accountName)}</title>
</head>
<body>
<noscript>This chat needs JavaScript.</noscript>
<script src="/widget.js" data-bot="${botId}" data-page></script>
</body>
</html>
`;
