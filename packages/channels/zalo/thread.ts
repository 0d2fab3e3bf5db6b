/** Where something is said. Its text form is what the product knows a person or a thread by. */
export type Thread =
  | { readonly kind: 'person'; readonly userId: string }
  | { readonly kind: 'group'; readonly groupId: string }
  /** A visitor of the vendor's chat on a website, who can be answered in that conversation only. */
  | { readonly kind: 'anonymous'; readonly anonymousId: string; readonly conversationId: string | null };

export const groupThread = (groupId: string): string => `group:${groupId}`;
export const anonymousThread = (anonymousId: string, conversationId: string | null): string =>
  `anonymous:${anonymousId}${conversationId === null ? '' : `:${conversationId}`}`;

export function readThread(text: string): Thread {
  const [kind, id = '', conversationId = null] = text.split(':');
  if (kind === 'group') return { kind, groupId: id };
  if (kind === 'anonymous') return { kind, anonymousId: id, conversationId };
  return { kind: 'person', userId: text };
}
