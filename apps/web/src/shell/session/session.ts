import { log } from '../log.ts';
import { readClaims } from './session-token.ts';

const COOKIE = 'jwt';
const ONE_DAY_SECONDS = 86_400;

export interface TokenLife {
  /** ISO time at which the session ends. */
  expiresAt?: string;
  /** Was asked to be remembered: the cookie lives as long as the session instead of a day. */
  remember?: boolean;
}
/** `switched`: the same browser now shows another person or another account. */
export type SessionNews = 'signed-out' | 'switched';

const own = new EventTarget();
let tabs: BroadcastChannel | undefined;
/** One object for speaking and listening, because a tab does not hear what it says itself. */
const otherTabs = () => {
  if (tabs) return tabs;
  tabs = new BroadcastChannel('hanasu-session');
  tabs.addEventListener('message', ({ data }) => {
    if (data === FORGET) forgetUnsaved();
    if (data === 'switched') isSignedOut = false;
  });
  return tabs;
};

const attributes = () => `path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
const secondsOf = ({ expiresAt, remember }: TokenLife): number =>
  remember && expiresAt
    ? Math.max(0, Math.round((Date.parse(expiresAt) - Date.now()) / 1000))
    : ONE_DAY_SECONDS;

/** The bearer token of this browser's session, or null when nobody is signed in. */
export function readToken(): string | null {
  const entry = document.cookie.split('; ').find((part) => part.startsWith(`${COOKIE}=`));
  return entry ? decodeURIComponent(entry.slice(COOKIE.length + 1)) || null : null;
}

/** Keeps the token for a day, or, when remembered, until the session ends. Another session is told to the other tabs. */
export function saveToken(token: string, life: TokenLife = {}): void {
  const before = readToken();
  isSignedOut = false;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari before 18.
  document.cookie = `${COOKIE}=${encodeURIComponent(token)}; max-age=${secondsOf(life)}; ${attributes()}`;
  if (!isSameSession(before, token)) otherTabs().postMessage('switched' satisfies SessionNews);
  own.dispatchEvent(new Event('change'));
}

export function clearToken(): void {
  const before = readToken();
  // biome-ignore lint/suspicious/noDocumentCookie: see saveToken.
  document.cookie = `${COOKIE}=; max-age=0; ${attributes()}`;
  if (before) otherTabs().postMessage('signed-out' satisfies SessionNews);
  own.dispatchEvent(new Event('change'));
}

/** The session went to another account of the person: the chat is joined anew and the other tabs reload. */
export function publishAccountSwitch(): void {
  otherTabs().postMessage('switched' satisfies SessionNews);
  own.dispatchEvent(new Event('change'));
}

function isSameSession(before: string | null, after: string): boolean {
  if (before === after) return true;
  const session = before === null ? undefined : readClaims(before)?.jti;
  return session !== undefined && session === readClaims(after)?.jti;
}

/** Called when this tab saved, replaced or forgot the token, or went to another account. Returns how to stop. */
export function onSessionChange(listener: (token: string | null) => void): () => void {
  const hear = () => listener(readToken());
  own.addEventListener('change', hear);
  return () => own.removeEventListener('change', hear);
}

/** Called when another tab signed out or changed who is signed in. Returns how to stop. */
export function onOtherTabs(listener: (news: SessionNews) => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (data === 'signed-out' || data === 'switched') listener(data);
  };
  otherTabs().addEventListener('message', hear);
  return () => otherTabs().removeEventListener('message', hear);
}

/** Begins the names of texts that pages keep in this browser until they are saved. */
export const UNSAVED_PREFIX = 'post-copy:';
const FORGET = 'forget';
let isSignedOut = false;

/** Whether the user has signed out, here or in another tab: nothing of theirs is stored in this browser then. */
export const hasSignedOut = (): boolean => isSignedOut;

/** The user signs out: this browser forgets the session and what was not saved. A session that ends keeps the latter. */
export function clearSession(): void {
  forgetUnsaved();
  otherTabs().postMessage(FORGET);
  clearToken();
}

function forgetUnsaved(): void {
  isSignedOut = true;
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(UNSAVED_PREFIX)) localStorage.removeItem(key);
  } catch (error) {
    log.error('Unsaved texts could not be removed from this browser:', error);
  }
}
