// @vitest-environment jsdom

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toasts } from '../../../shell/notifications/toasts.tsx';
import { clearSession, clearToken, saveToken } from '../../../shell/session/session.ts';
import { COPY_PREFIX, LAN, openPosts } from '../testing/open-posts.tsx';

let close: (() => Promise<void>) | undefined;
beforeEach(() => localStorage.clear());
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await close?.();
});
async function open(...options: Parameters<typeof openPosts>) {
  const posts = await openPosts(...options);
  close = posts.close;
  const text = await screen.findByRole('textbox', { name: 'Text of the post' });
  return Object.assign(posts, { editor: (text as HTMLElement & { editor: Editor }).editor });
}
const title = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Title' });
const retitle = (value: string) => fireEvent.change(title(), { target: { value } });
const copies = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith('post-copy:'))
    .map((key) => ({ key, ...JSON.parse(localStorage.getItem(key) ?? '') }));
/** A copy that an earlier visit has left. */
function leaveCopy(changes: object, { revision = 1, at = new Date().toISOString(), owner = '' } = {}): void {
  const key = `${owner || COPY_PREFIX()}earlier`;
  localStorage.setItem(key, JSON.stringify({ changes, revision, at }));
}
const tokenUntil = (exp: number) => `e.${btoa(JSON.stringify({ jti: 'a', iat: 1, exp }))}.s`;
const anHourFromNow = () => Date.now() / 1000 + 3_600;

describe('changes that could not be saved', () => {
  test('are stored in the browser, and removed once they are saved', async () => {
    const posts = await open();
    posts.isBroken = true;
    retitle('Spring cakes');
    await waitFor(() =>
      expect(copies()).toMatchObject([{ changes: { title: 'Spring cakes' }, revision: 1 }]),
    );
    expect(copies()[0]?.key.startsWith(COPY_PREFIX())).toBe(true);
    posts.isBroken = false;
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    await waitFor(() => expect(copies()).toEqual([]));
    expect(posts.changes).toEqual([{ title: 'Spring cakes' }]);
  });

  test('are stored when the page is closed before they are sent', async () => {
    const posts = await open();
    await screen.findByRole('button', { name: 'Publish' });
    act(() => void posts.editor.commands.setContent('<p>Typed just now.</p>', { emitUpdate: true }));
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(copies()).toMatchObject([{ changes: { content: '<p>Typed just now.</p>' } }]);
  });

  test('are stored while another member’s version stops the saving', async () => {
    const posts = await open();
    posts.post = { ...posts.post, title: 'Theirs', changedBy: LAN, revision: 2 };
    retitle('Mine');
    await screen.findByText(/^Lan changed this post at /);
    expect(copies()).toMatchObject([{ changes: { title: 'Mine' }, revision: 1 }]);
    retitle('Mine, and a little more');
    act(() => void posts.router.navigate({ to: '/' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('Home')).toBeTruthy();
    expect(copies()).toMatchObject([{ changes: { title: 'Mine, and a little more' }, revision: 1 }]);
  });

  test('stay on the page when the browser stores nothing, which is said', async () => {
    const posts = await open();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.spyOn(console, 'error').mockReturnValue();
    posts.isBroken = true;
    retitle('Spring cakes');
    expect(await screen.findByText(/this browser cannot keep a copy/)).toBeTruthy();
    act(() => void posts.router.navigate({ to: '/' }));
    expect(await screen.findByText('If you leave now, your last changes are lost.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Discard' })).toBeTruthy();
  });

  test('can be left behind on this device', async () => {
    const posts = await open();
    posts.isBroken = true;
    retitle('Spring cakes');
    await waitFor(() => expect(copies()).toHaveLength(1));
    act(() => void posts.router.navigate({ to: '/' }));
    expect(await screen.findByText(/kept on this device. You can use them when you open/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('Home')).toBeTruthy();
    expect(copies()).toHaveLength(1);
  });

  test('are removed when the user signs out, and stay when the server ends the session', async () => {
    saveToken(tokenUntil(anHourFromNow()));
    const posts = await open();
    posts.isBroken = true;
    retitle('Spring cakes');
    // The call has ended: none is under way when the server works again.
    await screen.findByText(/^Not saved/);
    await waitFor(() => expect(copies()).toHaveLength(1));
    clearToken();
    expect(copies()).toHaveLength(1);
    saveToken(tokenUntil(anHourFromNow()));
    clearSession();
    expect(copies()).toEqual([]);
    retitle('Typed after that');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(copies()).toEqual([]);
    saveToken(tokenUntil(anHourFromNow()));
    posts.isBroken = false;
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    await waitFor(() => expect(posts.changes).toEqual([{ title: 'Typed after that' }]));
  });
});

describe('a copy of an earlier visit', () => {
  const notice = async () => within(await screen.findByText(/^Text from .* was not saved$/).then(alertOf));
  const alertOf = (heading: HTMLElement) => heading.closest<HTMLElement>('[role="alert"]') ?? heading;

  test('is offered, compared and used, and then saved as a version', async () => {
    leaveCopy({ title: 'Unsaved title', content: '<p>Unsaved cakes.</p>' });
    const posts = await open();
    fireEvent.click((await notice()).getByRole('button', { name: 'See the difference' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Unsaved title')).toBeTruthy();
    expect(title().value).toBe('Spring menu');
    fireEvent.click(dialog.getByRole('button', { name: 'Use it' }));
    await waitFor(() =>
      expect(posts.changes).toEqual([
        { title: 'Unsaved title', content: '<p>Unsaved cakes.</p>', newVersion: true },
      ]),
    );
    await waitFor(() => expect(posts.editor.getHTML()).toBe('<p>Unsaved cakes.</p>'));
    await waitFor(() => expect(copies()).toEqual([]));
    expect(screen.queryByText(/was not saved$/)).toBeNull();
  });

  test('is discarded, and put back', async () => {
    const shown = vi.spyOn(toasts, 'add').mockReturnValue(1);
    leaveCopy({ title: 'Unsaved title' });
    const posts = await open();
    fireEvent.click((await notice()).getByRole('button', { name: 'Discard' }));
    expect(screen.queryByText(/was not saved$/)).toBeNull();
    expect([copies(), title().value, posts.changes]).toEqual([[], 'Spring menu', []]);
    act(() => shown.mock.lastCall?.[0].action?.onClick());
    await notice();
    expect(copies()).toMatchObject([{ changes: { title: 'Unsaved title' }, revision: 1 }]);
  });

  test('does not overwrite what was saved elsewhere since', async () => {
    leaveCopy({ title: 'Unsaved title' });
    const posts = await open({ post: { revision: 2, content: '<p>Theirs.</p>', changedBy: LAN } });
    fireEvent.click((await notice()).getByRole('button', { name: 'Use it' }));
    expect(await screen.findByText(/^Lan changed this post at /)).toBeTruthy();
    expect([posts.changes, title().value]).toEqual([[], 'Unsaved title']);
    fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(posts.changes).toEqual([{ title: 'Unsaved title', newVersion: true }]));
    expect(posts.post.content).toBe('<p>Theirs.</p>');
  });

  test('stays until it is saved when the server can not be reached', async () => {
    leaveCopy({ title: 'Unsaved title' });
    const posts = await open();
    posts.isBroken = true;
    fireEvent.click((await notice()).getByRole('button', { name: 'Use it' }));
    expect(await screen.findByText(/Your text is kept on this device/)).toBeTruthy();
    expect(copies()).toMatchObject([{ changes: { title: 'Unsaved title' } }]);
  });

  test.each([
    ['is the same as on the server', { title: 'Spring menu' }, {}],
    ['is older than a month', { title: 'Old' }, { at: '2025-01-01T00:00:00Z' }],
  ])('is removed when it %s', async (_, changes, more) => {
    leaveCopy(changes, more);
    await open();
    await waitFor(() => expect(copies()).toEqual([]));
    expect(screen.queryByText(/was not saved$/)).toBeNull();
  });

  test('of another user is not offered', async () => {
    leaveCopy({ title: 'Theirs' }, { owner: COPY_PREFIX().replace(/b2:/, 'b9:') });
    await open();
    await screen.findByRole('button', { name: 'Publish' });
    expect(screen.queryByText(/was not saved$/)).toBeNull();
    expect(copies()).toHaveLength(1);
  });
});
