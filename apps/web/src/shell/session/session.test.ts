// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  clearSession,
  clearToken,
  hasSignedOut,
  onOtherTabs,
  onSessionChange,
  publishAccountSwitch,
  readToken,
  type SessionNews,
  saveToken,
  UNSAVED_PREFIX,
} from './session.ts';
import { isHalfSpent, readClaims } from './session-token.ts';

/** What an unsigned token with these claims looks like. */
const tokenOf = (claims: object) => `head.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.signature`;
const first = tokenOf({ jti: 'first', iat: 0, exp: 100 });
const renewed = tokenOf({ jti: 'first', iat: 50, exp: 150 });
const second = tokenOf({ jti: 'second', iat: 0, exp: 100 });

const news: SessionNews[] = [];
/** What another tab of this browser hears. */
let otherTab: BroadcastChannel;
let cookies: string[];
beforeEach(() => {
  cookies = [];
  const real = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => {
    cookies.push(text);
    real?.set?.call(document, text);
  });
  otherTab = new BroadcastChannel('hanasu-session');
  otherTab.onmessage = ({ data }) => news.push(data);
});
afterEach(() => {
  clearToken();
  otherTab.close();
  vi.restoreAllMocks();
  news.length = 0;
});
const heard = async (expected: SessionNews[]) => expect.poll(() => news).toEqual(expected);

it('spec:62 spec:82 the session token is kept in a cookie named jwt', () => {
  expect(readToken()).toBeNull();
  saveToken('a.b=c');
  expect(document.cookie).toBe('jwt=a.b%3Dc');
  expect(readToken()).toBe('a.b=c');
  clearToken();
  expect(document.cookie).toBe('');
});

it('spec:125 a cookie lives for a day when nothing else is said', () => {
  saveToken('a');
  saveToken('b', { expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString(), remember: false });
  for (const cookie of cookies) expect(cookie).toContain('max-age=86400;');
  expect(cookies[0]).toContain('SameSite=Lax');
});

it('a remembered session keeps its cookie until it ends', () => {
  vi.spyOn(Date, 'now').mockReturnValue(0);
  saveToken('a', { expiresAt: new Date(30 * 86_400_000).toISOString(), remember: true });
  expect(cookies[0]).toContain('max-age=2592000;');
});

it('tells the other tabs of another session and of signing out, not of a renewal', async () => {
  saveToken(first);
  await heard(['switched']);
  saveToken(renewed);
  saveToken(second);
  await heard(['switched', 'switched']);
  publishAccountSwitch();
  clearToken();
  clearToken();
  await heard(['switched', 'switched', 'switched', 'signed-out']);
});

it('hears the other tabs, and not itself', async () => {
  const own: SessionNews[] = [];
  const stop = onOtherTabs((each) => own.push(each));
  saveToken(first);
  otherTab.postMessage('something else');
  otherTab.postMessage('signed-out');
  await expect.poll(() => own).toEqual(['signed-out']);
  stop();
});

it('says in this tab that the token was saved or forgotten', () => {
  const tokens: (string | null)[] = [];
  const stop = onSessionChange((token) => tokens.push(token));
  saveToken(first);
  publishAccountSwitch();
  clearToken();
  stop();
  saveToken(second);
  expect(tokens).toEqual([first, first, null]);
});

it('reads what a token says, also in base64url, and nothing from what is none', () => {
  const claims = { jti: 'ü?>~', iat: 1, exp: 2 };
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
  expect(readClaims(`x.${text}.y`)).toEqual(claims);
  expect(['', 'a', 'a.b.c', 'a.!!.c', tokenOf({ iat: 'x' })].map(readClaims)).toEqual(Array(5).fill(null));
});

it('is half spent once less than half of the life is left', () => {
  const claims = { iat: 1000, exp: 2000 };
  expect([1499, 1500, 1501, 2500].map((now) => isHalfSpent(claims, now * 1000))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

it('forgets at sign-out what pages have stored of their users, and keeps it when the session ends', () => {
  const key = `${UNSAVED_PREFIX}account:user:post:1`;
  saveToken(first);
  localStorage.setItem(key, '{}');
  localStorage.setItem('language', 'ja');
  clearToken();
  expect([localStorage.getItem(key), hasSignedOut()]).toEqual(['{}', false]);
  saveToken(first);
  clearSession();
  expect([Object.keys(localStorage), hasSignedOut(), readToken()]).toEqual([['language'], true, null]);
  saveToken(second);
  expect(hasSignedOut()).toBe(false);
});
