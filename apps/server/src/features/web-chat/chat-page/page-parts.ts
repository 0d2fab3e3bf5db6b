import { createHash } from 'node:crypto';
import type { BotId } from '@hanasu/contract/ids';

export const HEAD_TAGS = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg">`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (letter) => ESCAPES[letter] ?? '');

/** What a content policy names a style of the page by. */
export const styleHash = (style: string): string =>
  `sha256-${createHash('sha256').update(style).digest('base64')}`;

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
export const PREVIEW_STYLE_HASH = styleHash(PREVIEW_STYLE);

/** The settings send the look that is being chosen; nothing is shown without it. */
export const previewPage = (botId: BotId): string => `<!doctype html>
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
