import type { Locale } from '@hanasu/contract/accounts';
import type { MailId } from '@hanasu/contract/ids';
import { newId } from '../ids.ts';
import { insertMail } from './mail.store.ts';
import type { Mail, MailContent } from './mail.ts';

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
  return { text: plainForm(content), html: htmlForm(content, locale) };
}

function plainForm({ greeting, paragraphs, button, note }: MailContent): string {
  const parts = [
    greeting,
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(note ? [note] : []),
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
const TEXT = `margin:0 0 16px;font:16px/1.6 ${FONT};color:#1f2328`;
const SMALL = `margin:0 0 8px;font:13px/1.6 ${FONT};color:#59636e;word-break:break-all`;
const BUTTON = `display:inline-block;padding:12px 22px;font:600 16px/1.2 ${FONT};color:#ffffff;text-decoration:none`;
/** Mail programs that know nothing of dark mode skip this; inline styles are what the others obey, hence `!important`. */
const DARK = `@media (prefers-color-scheme: dark) {
  .page { background: #16181b !important }
  .card { background: #212429 !important }
  .text { color: #e9ecef !important }
  .small, .head { color: #a5adb6 !important }
}`;

/** Tables and inline styles, which every mail program understands; nothing is loaded from elsewhere. */
function htmlForm({ subject, greeting, paragraphs, button, note }: MailContent, locale: Locale): string {
  const body = [
    ...[greeting, ...paragraphs].map((line) => `<p class="text" style="${TEXT}">${escapeHtml(line)}</p>`),
    ...(button ? [buttonForm(button)] : []),
    ...(note ? [`<p class="small" style="${SMALL}">${escapeHtml(note)}</p>`] : []),
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
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="head" style="padding:0 4px 16px;font:600 18px/1.2 ${FONT};color:#59636e">Hanasu</td></tr>
<tr><td class="card" style="padding:32px 28px 24px;background:#ffffff;border-radius:12px">
${body.join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const buttonForm = ({ label, url }: { readonly label: string; readonly url: string }): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td bgcolor="#005ce1" style="border-radius:8px"><a href="${escapeHtml(url)}" style="${BUTTON}">${escapeHtml(label)}</a></td></tr></table>`;

const rawLink = (url: string, locale: Locale): string =>
  `<p class="small" style="${SMALL}">${RAW_LINK[locale]}<br><a class="small" href="${escapeHtml(url)}" style="color:#59636e">${escapeHtml(url)}</a></p>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
