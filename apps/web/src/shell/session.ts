const COOKIE = 'jwt';
const ONE_DAY_SECONDS = 86_400;

const attributes = () => `path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;

/** The bearer token of this browser's session, or null when nobody is signed in. */
export function readToken(): string | null {
  const entry = document.cookie.split('; ').find((part) => part.startsWith(`${COOKIE}=`));
  return entry ? decodeURIComponent(entry.slice(COOKIE.length + 1)) || null : null;
}

export function saveToken(token: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari before 18.
  document.cookie = `${COOKIE}=${encodeURIComponent(token)}; max-age=${ONE_DAY_SECONDS}; ${attributes()}`;
}

export function clearToken(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: see saveToken.
  document.cookie = `${COOKIE}=; max-age=0; ${attributes()}`;
}
