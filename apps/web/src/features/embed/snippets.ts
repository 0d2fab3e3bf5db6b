export const SNIPPET_KINDS = ['script', 'iframe', 'link', 'qr'] as const;
export type SnippetKind = (typeof SNIPPET_KINDS)[number];

export const chatAddress = (baseUrl: string, botUuid: string): string =>
  `${baseUrl}/Bot/${botUuid}/chat_embed`;

/** What a site's owner copies. The title of the frame is for who hears the page. */
export function snippetOf(kind: SnippetKind, baseUrl: string, botUuid: string): string {
  const address = chatAddress(baseUrl, botUuid);
  if (kind === 'script') return `<script src="${baseUrl}/widget.js" data-bot="${botUuid}" async></script>`;
  if (kind === 'iframe')
    return `<iframe src="${address}" title="Chat" width="400" height="600" loading="lazy"></iframe>`;
  return address;
}
