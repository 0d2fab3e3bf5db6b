import type { Locale } from '@hanasu/contract/accounts';
import type { BotId } from '@hanasu/contract/ids';
import { HEAD_TAGS, styleHash } from './page-parts.ts';

/** Somebody who may open the chat, and what it lacks. */
export interface ManagerOf {
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
export const CLOSED_STYLE_HASH = styleHash(STYLE);

/** A counter with its shutter down. */
const DRAWING = `<svg width="132" height="96" viewBox="0 0 132 96" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M8 88h116"/><path d="M22 88V30h88v58"/><path d="M16 30 26 12h80l10 18z"/><path d="M32 44h68M32 54h68M32 64h68M32 74h68"/><path d="M60 80h12"/></svg>`;

export function closedPage(language: Locale, manager: ManagerOf | null): string {
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
