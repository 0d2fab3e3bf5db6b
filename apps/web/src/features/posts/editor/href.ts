const SCHEMES = /^(?:https?|mailto|tel):/i;
const EMAIL = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/;
/** Digits as people write them, with spaces, hyphens or brackets between. */
const PHONE = /^\+?(?:[ ().-]*\d){8,15}$/;
const HOST = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:]|$)/u;

/** What was typed as the address of a link, made whole; null: it leads nowhere. */
export function toHref(typed: string): string | null {
  const text = typed.trim();
  const phone = text.normalize('NFKC').replaceAll('ー', '-');
  if (PHONE.test(phone)) return `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
  if (!text || /\s/.test(text)) return null;
  if (SCHEMES.test(text)) return URL.canParse(text) ? text : null;
  if (EMAIL.test(text)) return `mailto:${text}`;
  if (HOST.test(text)) return `https://${text}`;
  // A page of this server.
  return /^\/(?!\/)/.test(text) ? text : null;
}
