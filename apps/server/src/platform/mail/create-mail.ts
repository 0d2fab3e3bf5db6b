import type { Locale } from '@hanasu/contract/accounts';
import type { MailId } from '@hanasu/contract/ids';
import { escapeHtml } from '../http/escape-html.ts';
import { newId } from '../ids.ts';
import { insertMail } from './mail.store.ts';
import type { LinkedText, Mail, MailContent } from './mail.ts';

/** `hasServer` false: mails are kept and shown, not sent. */
export function createMail({ hasServer }: { readonly hasServer: boolean }): Mail {
  return {
    write: async (transaction, { to, locale, content }) => {
      if (/[\p{Cc}\s,;<>"]/u.test(to)) throw new Error('a mail goes to one plain address');
      await insertMail(transaction, {
        id: newId<MailId>(),
        recipient: to,
        locale,
        subject: oneLine(content.subject),
        ...renderMail(content, locale),
        state: hasServer ? 'queued' : 'kept',
      });
    },
  };
}

/** People choose parts of it: a line break would begin a header of theirs. */
const oneLine = (subject: string): string => subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** The plain and the HTML form of one mail. */
export function renderMail(
  content: MailContent,
  locale: Locale,
): { readonly text: string; readonly html: string } {
  return { text: plainForm(content, locale), html: htmlForm(content, locale) };
}

function plainForm({ greeting, paragraphs, button, note }: MailContent, locale: Locale): string {
  const linkForm = ({ label, url }: LinkedText['link']) => `${label}${locale === 'ja' ? '：' : ':'}\n${url}`;
  const textOf = (part: string | LinkedText) =>
    typeof part === 'string' ? part : `${part.text}\n${linkForm(part.link)}`;
  const parts = [
    ...(greeting ? [greeting] : []),
    // What the address is of stands right above it.
    ...paragraphs.map((part) => (typeof part === 'string' ? part : `${part.text}\n${part.link.url}`)),
    ...(button ? [linkForm(button)] : []),
    ...(note ? [textOf(note)] : []),
    // The signature mark of plain mails: readers fold away what follows it.
    '-- \nHanasu',
  ];
  return `${parts.join('\n\n')}\n`;
}

const RAW_LINK: Readonly<Record<Locale, string>> = {
  en: 'If the button does not work, open this address:',
  ja: 'ボタンが使えない場合は、次のアドレスを開いてください。',
  vi: 'Nếu nút không hoạt động, hãy mở địa chỉ này:',
};

const FONT =
  "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Hiragino Sans', 'Noto Sans JP', Arial, sans-serif";
const TEXT = `margin:0 0 16px;font:16px/1.6 ${FONT};color:#141922`;
const SMALL = `margin:0 0 8px;font:13px/1.6 ${FONT};color:#4f5866;overflow-wrap:anywhere`;
const BUTTON = `display:inline-block;padding:14px 24px;font:500 16px/1.2 ${FONT};color:#ffffff;text-decoration:none`;
/** The colours of the product: the green that acts, and the curtain's two, of which the second is the person. */
const GREEN = '#0d6538';
const KAKI = '#e0602d';
/** Mail programs that know nothing of dark mode skip this; inline styles are what the others obey, hence `!important`. */
const STYLE = `@media (prefers-color-scheme: dark) {
  .page { background: #0d1115 !important }
  .card { background: #171c22 !important; border-color: #272f38 !important }
  .text, .name { color: #e8ebef !important }
  .small { color: #a9b2bd !important }
  .link { color: #5cc98b !important }
}
:lang(ja) p { line-break: strict; word-break: auto-phrase }`;

const panel = (colour: string): string =>
  `<td width="7" height="20" bgcolor="${colour}" style="width:7px;height:20px;background:${colour};font-size:0;line-height:0">&nbsp;</td>`;
const gap = '<td width="2" style="width:2px;font-size:0;line-height:0">&nbsp;</td>';
/** The curtain as coloured cells and the name as text: no picture that a mail program would hold back. */
const WORDMARK = `<table role="presentation" cellpadding="0" cellspacing="0"><tr>${[panel(GREEN), panel(GREEN), panel(KAKI)].join(gap)}<td class="name" style="padding-left:9px;font:500 19px/20px ${FONT};letter-spacing:.3px;color:#141922">hanasu</td></tr></table>`;

/** Tables and inline styles, which every mail program understands; nothing is loaded from elsewhere. */
function htmlForm({ subject, greeting, paragraphs, button, note }: MailContent, locale: Locale): string {
  const body = [
    ...[...(greeting ? [greeting] : []), ...paragraphs].map(
      (part) => `<p class="text" style="${TEXT}">${textForm(part)}</p>`,
    ),
    ...(button ? [buttonForm(button)] : []),
    ...(note ? [`<p class="small" style="${SMALL}">${textForm(note)}</p>`] : []),
    ...(button ? [rawLink(button.url, locale)] : []),
  ];
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f5f6f8">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f6f8">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 18px">${WORDMARK}</td></tr>
<tr><td class="card" style="padding:32px 28px 24px;background:#ffffff;border:1px solid #e3e6eb;border-radius:10px">
${body.join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function textForm(part: string | LinkedText): string {
  if (typeof part === 'string') return escapeHtml(part).replaceAll('\n', '<br>');
  const { text, link } = part;
  const [first = '', ...others] = text.split('\n').map(escapeHtml);
  const head = others.length > 0 ? `<b style="font-weight:600">${first}</b>` : first;
  return `${[head, ...others].join('<br>')}<br><a class="link" href="${escapeHtml(link.url)}" style="color:${GREEN}">${escapeHtml(link.label)}</a>`;
}

const buttonForm = ({ label, url }: { readonly label: string; readonly url: string }): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td bgcolor="${GREEN}" style="background:${GREEN};border-radius:6px"><a href="${escapeHtml(url)}" style="${BUTTON}">${escapeHtml(label)}</a></td></tr></table>`;

const rawLink = (url: string, locale: Locale): string =>
  `<p class="small" style="${SMALL}">${RAW_LINK[locale]}<br><a class="small" href="${escapeHtml(url)}" style="color:#4f5866">${escapeHtml(url)}</a></p>`;
