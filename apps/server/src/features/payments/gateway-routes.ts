import type { IncomingHttpHeaders } from 'node:http';
import type { Locale } from '@hanasu/contract/accounts';
import type { SandboxGateway } from '@hanasu/payments/sandbox/sandbox.gateway';
import type { PaymentGateway } from '@hanasu/payments/spec/gateway';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import { chooseLanguage } from '../../platform/http/choose-language.ts';
import { addEvent } from './payments.store.ts';

interface GatewayRouteDependencies {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly gateway: PaymentGateway;
  readonly sandbox: SandboxGateway | null;
  /** An event was stored. */
  readonly notify: () => void;
}

const BODY_LIMIT = 1024 * 1024;

/** Stores an event that a gateway sends. False: it is not signed by the gateway, or no event. */
export async function takeEvent(
  { database, gateway, notify }: Pick<GatewayRouteDependencies, 'database' | 'gateway' | 'notify'>,
  { headers, body }: { readonly headers: IncomingHttpHeaders; readonly body: Uint8Array },
): Promise<boolean> {
  const single = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? undefined : value]),
  );
  const read = gateway.readEvent(single, body);
  if (read.kind === 'refused') return false;
  // Test events say nothing of real money, and real ones nothing of tests: stored for inspection, and no more.
  const payment = read.isTest === gateway.capabilities.isTest ? read.payment : null;
  const { id, type } = read;
  const isNew = await database.system((transaction) =>
    addEvent(transaction, { gateway: gateway.name, id, type, gatewayId: payment }),
  );
  if (isNew) notify();
  return true;
}

/** Routes for the events of gateways, and the page of the sandbox's 3-D Secure. */
export async function addGatewayRoutes(dependencies: GatewayRouteDependencies): Promise<void> {
  const { app, gateway, sandbox } = dependencies;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature is of the bytes.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => {
      done(null, body);
    });
    scope.post(
      `/api/payments/${gateway.name}/webhook`,
      { schema: { hide: true } },
      async ({ headers, body }, reply) => {
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
        if (!(await takeEvent(dependencies, { headers, body: bytes })))
          throw new AppError('signature_invalid', 'The event is not signed by the gateway');
        return reply.send({});
      },
    );
    if (sandbox) addChallengePage(scope, sandbox);
  });
}

interface Challenge {
  readonly Params: { readonly id: string; readonly token: string };
}

const PAGE = '/payment-sandbox/:id/:token';
export const challengePath = (id: string, token: string): string => `/payment-sandbox/${id}/${token}`;

function addChallengePage(scope: FastifyInstance, sandbox: SandboxGateway): void {
  const page = { schema: { hide: true } };
  scope.get<Challenge>(PAGE, page, async ({ headers, params }, reply) => {
    const language = chooseLanguage(undefined, headers['accept-language']);
    const seen = await sandbox.read(params.id);
    const isOpen = seen.kind === 'done' && (seen.value.actionUrl?.endsWith(`/${params.token}`) ?? false);
    return reply
      .code(isOpen ? 200 : 404)
      .type('text/html; charset=utf-8')
      .headers(HEADERS)
      .send(isOpen ? challengePage(language) : gonePage(language));
  });
  scope.post<Challenge>(PAGE, page, async ({ headers, params, body }, reply) => {
    const isConfirmed = new URLSearchParams(String(body)).get('answer') === 'yes';
    const back = await sandbox.answer(params.id, { token: params.token, isConfirmed });
    if (back !== null) return reply.code(303).header('location', back).send();
    const language = chooseLanguage(undefined, headers['accept-language']);
    return reply.code(404).type('text/html; charset=utf-8').headers(HEADERS).send(gonePage(language));
  });
}

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action *; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  vary: 'accept-language',
};

const WORDS = {
  en: {
    title: 'Is it you who pays?',
    text: 'This page stands in for the one of a bank. No card is real here and no money moves.',
    yes: 'Yes, pay',
    no: 'No, refuse',
    leave: 'Close this tab without an answer to see what happens to an unfinished payment.',
    gone: 'This confirmation is over',
    goneText:
      'It was answered already, or the payment was given up. Go back to the payment to see how it is.',
  },
  ja: {
    title: 'ご本人によるお支払いですか？',
    text: 'カード会社の確認画面の代わりに表示されるテスト用のページです。実際のカードは使われず、請求も発生しません。',
    yes: 'はい、支払います',
    no: 'いいえ、拒否します',
    leave: '回答せずにタブを閉じると、途中でやめた支払いがどうなるかを確認できます。',
    gone: 'この確認は終了しています',
    goneText: 'すでに回答されたか、お支払いが中止されました。お支払いのページで状況をご確認ください。',
  },
  vi: {
    title: 'Có phải bạn đang thanh toán không?',
    text: 'Trang này thay cho trang xác nhận của ngân hàng để thử. Không có thẻ thật và không trừ tiền.',
    yes: 'Đúng, thanh toán',
    no: 'Không, từ chối',
    leave: 'Đóng thẻ này mà không trả lời để xem điều gì xảy ra với một thanh toán bỏ dở.',
    gone: 'Lần xác nhận này đã kết thúc',
    goneText: 'Đã có câu trả lời hoặc thanh toán đã bị hủy. Hãy quay lại trang thanh toán để xem tình trạng.',
  },
} as const satisfies Record<Locale, Record<string, string>>;

/** Colours of the product's tokens, which this page can't load. */
const STYLE =
  ':root{color-scheme:light dark;--page:#f7f8f9;--text:#1b1f26;--dim:#555f6d;--key:#1f7a4d;--on:#fff;--line:#c6ccd4}' +
  '@media (prefers-color-scheme:dark){:root{--page:#14181d;--text:#eceff3;--dim:#a7b0bd;--key:#55b57f;--on:#0d1115;--line:#3a434f}}' +
  'body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:24px;box-sizing:border-box;' +
  'background:var(--page);color:var(--text);font:16px/1.7 system-ui,"Noto Sans","Noto Sans JP",sans-serif;text-align:center}' +
  'main{max-width:420px}h1{margin:0 0 8px;font-size:22px;line-height:1.45;font-weight:500}p{margin:0;color:var(--dim)}' +
  'form{display:flex;flex-wrap:wrap;gap:12px;justify-content:center;margin:24px 0 16px}' +
  'button{font:inherit;min-height:44px;padding:8px 20px;border-radius:8px;border:1px solid var(--line);background:none;color:inherit;cursor:pointer}' +
  'button[value=yes]{background:var(--key);border-color:var(--key);color:var(--on)}small{color:var(--dim)}';

const htmlPage = (language: Locale, title: string, body: string): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>
`;

function challengePage(language: Locale): string {
  const { title, text, yes, no, leave } = WORDS[language];
  return htmlPage(
    language,
    title,
    `<h1>${title}</h1><p>${text}</p><form method="post"><button name="answer" value="yes">${yes}</button>` +
      `<button name="answer" value="no">${no}</button></form><small>${leave}</small>`,
  );
}

const gonePage = (language: Locale): string =>
  htmlPage(
    language,
    WORDS[language].gone,
    `<h1>${WORDS[language].gone}</h1><p>${WORDS[language].goneText}</p>`,
  );
