const TAGS =
  'a|abbr|address|article|aside|audio|b|blockquote|body|br|button|caption|center|code|col|colgroup|dd|del|details|div|dl|dt|em|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|mark|meta|nav|object|ol|p|picture|pre|q|rp|rt|ruby|s|samp|section|small|source|span|strike|strong|sub|summary|sup|svg|table|tbody|td|textarea|tfoot|th|thead|time|title|tr|u|ul|var|video|wbr';

const WITH_CONTENT = /<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const LINE_BREAK = /<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6])\s*>/gi;
const KNOWN_TAG = new RegExp(`</?(?:${TAGS}|script|style)(?:\\s[^>]*)?/?>`, 'gi');

/** Takes HTML away and keeps the words in it; `<Enter>` or `<your-name>` are words, not HTML. */
export function stripHtml(html: string): string {
  return html
    .replace(WITH_CONTENT, '')
    .replace(COMMENT, '')
    .replace(LINE_BREAK, '\n')
    .replace(KNOWN_TAG, '')
    .replace(/\n{3,}/g, '\n\n');
}
