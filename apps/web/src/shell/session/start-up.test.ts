// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problem, sendJson, startTestServer } from '../../testing/test-server.ts';
import { startUp, watchSession } from '../App.tsx';
import { meQuery, servicesQuery } from '../shell.queries.ts';
import { clearToken, saveToken } from './session.ts';

const ME = { username: 'hanako' };
const SERVICES = [{ uuid: 'gpt' }];

/** What happened, in order. */
let order: string[];
let broken: Record<string, number>;
let server: Awaited<ReturnType<typeof startTestServer>>;
let queryClient: QueryClient;
const chat = {
  prepare: () => order.push('prepare'),
  join: () => order.push('join'),
  leave: () => order.push('leave'),
};
const consoles = { error: vi.spyOn(console, 'error'), info: vi.spyOn(console, 'info') };

beforeEach(async () => {
  order = [];
  broken = {};
  for (const spy of Object.values(consoles)) spy.mockReset().mockImplementation(() => undefined);
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  server = await startTestServer((request, response) => {
    order.push(request.url ?? '');
    const path = (request.url ?? '').split('?')[0] ?? '';
    const status = broken[path];
    if (status) sendJson(response, status, problem(status, status === 401 ? 'session_expired' : 'internal'));
    else sendJson(response, 200, path === '/api/users/me' ? ME : SERVICES);
  });
});
afterEach(async () => {
  await server.close();
  clearToken();
});

describe('startUp', () => {
  it('spec:69 fetches the user, then the services, and joins the chat, whose library is fetched beside them', async () => {
    saveToken('token');
    await startUp(queryClient, chat);
    expect(order).toEqual(['prepare', '/api/users/me?populate=avatar', '/api/service', 'join']);
  });

  it('spec:88 the current user is asked for with populate=avatar', async () => {
    saveToken('token');
    await startUp(queryClient, chat);
    expect(server.requests[0]).toMatchObject({ method: 'GET', url: '/api/users/me?populate=avatar' });
    expect(queryClient.getQueryData(meQuery.queryKey)).toEqual(ME);
  });

  it('spec:89 the services are a list', async () => {
    saveToken('token');
    await startUp(queryClient, chat);
    expect(server.requests[1]).toMatchObject({ method: 'GET', url: '/api/service' });
    expect(queryClient.getQueryData(servicesQuery.queryKey)).toEqual(SERVICES);
  });

  it('spec:69 joins nothing without a session token', async () => {
    await startUp(queryClient, chat);
    expect(order).toEqual([]);
    expect(consoles.info.mock.calls).toEqual([['not logged in']]);
  });

  it('spec:67 spec:110 a user that cannot be fetched stays empty, logs "not logged in", and nothing else', async () => {
    saveToken('token');
    broken = { '/api/users/me': 401 };
    await startUp(queryClient, chat);
    expect(queryClient.getQueryData(meQuery.queryKey)).toBeUndefined();
    expect(consoles.info.mock.calls).toEqual([['not logged in']]);
    expect(consoles.error).not.toHaveBeenCalled();
  });

  it('spec:111 services that cannot be fetched are logged with the error', async () => {
    saveToken('token');
    broken = { '/api/service': 501 };
    await startUp(queryClient, chat);
    expect(consoles.error.mock.calls).toEqual([
      ['Error fetching service:', expect.objectContaining({ status: 501 })],
    ]);
    expect(order.at(-1)).toBe('join');
  });
});

describe('watchSession', () => {
  let otherTab: BroadcastChannel;
  let stop: () => void;
  let signInPage: boolean;
  const watch = () => {
    stop = watchSession({
      queryClient,
      chat,
      isSignInPage: () => signInPage,
      checkPage: () => order.push('check'),
      reload: () => order.push('reload'),
    });
  };
  beforeEach(() => {
    signInPage = false;
    otherTab = new BroadcastChannel('hanasu-session');
  });
  afterEach(() => {
    stop();
    otherTab.close();
  });

  it('spec:69 starts up when somebody signs in, joins anew with another token, leaves with the last', async () => {
    watch();
    saveToken('token');
    queryClient.setQueryData(meQuery.queryKey, ME as never);
    await expect.poll(() => order).toContain('join');
    saveToken('another');
    clearToken();
    expect(order.slice(-3)).toEqual(['join', 'join', 'leave']);
  });

  it('goes where another tab has gone', async () => {
    watch();
    queryClient.setQueryData(['x'], 'of the account');
    otherTab.postMessage('signed-out');
    await expect.poll(() => order).toEqual(['leave', 'check']);
    expect(queryClient.getQueryData(['x'])).toBeUndefined();
    otherTab.postMessage('switched');
    await expect.poll(() => order).toEqual(['leave', 'check', 'reload']);
  });

  it('a page to sign in on keeps what is being typed', async () => {
    signInPage = true;
    watch();
    otherTab.postMessage('switched');
    otherTab.postMessage('signed-out');
    await expect.poll(() => order).toEqual(['leave', 'check']);
  });

  it('spec:68 the lists are reset to empty when the session ends', async () => {
    saveToken('token');
    watch();
    await expect.poll(() => queryClient.getQueryData(servicesQuery.queryKey)).toEqual(SERVICES);
    otherTab.postMessage('signed-out');
    await expect.poll(() => queryClient.getQueryData(servicesQuery.queryKey)).toBeUndefined();
  });
});

describe('the script before the first paint', () => {
  const BOOT = readFileSync(resolve(import.meta.dirname, '../../../public/boot.js'), 'utf8');
  const shownAt = (path: string) => {
    history.pushState(null, '', path);
    runInNewContext(BOOT, { location, document, localStorage, navigator });
    return { ...document.documentElement.dataset };
  };

  it.each([
    ['/Login', '/Login'],
    // Its own outline, not the heading of signing in.
    ['/Register', '/Register'],
    ['/Join', '/Join'],
    ['/Reset-Password', '/Reset-Password'],
    // For members only: the application leads to signing in.
    ['/Bot', '/Login'],
  ])('without a session, %s has the outline of %s', (path, shown) => {
    expect(shownAt(path)).toMatchObject({ frame: 'login', shown });
  });
});
