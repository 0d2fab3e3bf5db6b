// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { openPosts, POST } from '../testing/open-posts.tsx';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  await close?.();
});
async function open(...options: Parameters<typeof openPosts>) {
  const [given] = options;
  const posts = await openPosts({ at: 'list', ...given });
  close = posts.close;
  return posts;
}
const PUBLISHED = {
  state: 'published',
  path: '/p/camellia/spring-menu',
  publishedAt: '2026-01-03T00:00:00Z',
} as const;

describe('the list of posts', () => {
  test('shows a published post with its address, tags and who changed it', async () => {
    await open({ post: { ...PUBLISHED, hasChanges: true } });
    const row = within(await screen.findByRole('row', { name: /Spring menu/ }));
    expect(row.getByRole('link', { name: 'Spring menu' }).getAttribute('href')).toContain(POST.uuid);
    expect(row.getAllByText('Published')).toHaveLength(2);
    expect(row.getAllByText('Unpublished changes')).toHaveLength(2);
    expect(row.getByText('Ken')).toBeTruthy();
    expect(row.getByText('English')).toBeTruthy();
    expect(row.getByRole('link', { name: 'menu' })).toBeTruthy();
    expect(row.getByRole('link', { name: '/p/camellia/spring-menu' })).toBeTruthy();
    expect(row.getByRole('button', { name: 'Copy link: /p/camellia/spring-menu' })).toBeTruthy();
  });

  test('counts the posts of each state and shows those of one', async () => {
    const { calls } = await open();
    const tab = await screen.findByRole('tab', { name: 'Draft1' });
    expect(screen.getByRole('tab', { name: 'All1' })).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: 'Published0' }));
    expect(await screen.findByText('No posts here')).toBeTruthy();
    expect(calls.some((call) => call.includes('state=published'))).toBe(true);
    fireEvent.click(tab);
    expect(await screen.findByRole('link', { name: 'Spring menu' })).toBeTruthy();
  });

  test('shows a public post as public while a change of it is scheduled', async () => {
    await open({ post: { ...PUBLISHED, state: 'scheduled', scheduledAt: '2026-01-09T00:00:00Z' } });
    const row = within(await screen.findByRole('row', { name: /Spring menu/ }));
    expect(row.getAllByText('Published')).toHaveLength(2);
    expect(row.getAllByText(/^Changes go out at/)).toHaveLength(2);
  });

  test('says why a post was not published at its time', async () => {
    await open({ post: { state: 'failed', failure: 'post_incomplete' } });
    expect(await screen.findAllByText('The title or the text was missing at that time.')).toHaveLength(2);
  });

  test('creates a post at once and opens its page', async () => {
    const { calls, router } = await open();
    fireEvent.click(await screen.findByRole('button', { name: 'New post' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/Post-Manage/edit/${POST.uuid}`));
    expect(calls).toContain('POST /api/post');
  });

  test('asks before a published post is deleted', async () => {
    const { calls } = await open({ post: PUBLISHED });
    fireEvent.click(await screen.findByRole('button', { name: 'More actions: Spring menu' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete post' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(calls.some((call) => call.startsWith('DELETE'))).toBe(false);
    fireEvent.click(dialog.getByRole('button', { name: 'Delete post' }));
    await waitFor(() => expect(calls).toContain(`DELETE /api/post/${POST.uuid}`));
  });

  test('offers nothing that a viewer may not do', async () => {
    await open({ role: 'viewer', post: PUBLISHED });
    fireEvent.click(await screen.findByRole('button', { name: 'More actions: Spring menu' }));
    expect(await screen.findByRole('menuitem', { name: 'Open the page' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Unpublish' })).toBeNull();
    expect(screen.queryByRole('menuitem', { name: 'Delete post' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'New post' })).toBeNull();
  });
});

describe('the settings of the public list', () => {
  test('link to the page and its feed, and refuse an address that no page can have', async () => {
    const { calls } = await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Settings of the posts page' }));
    const dialog = within(await screen.findByRole('dialog'));
    const feed = await dialog.findByRole('link', { name: 'RSS feed' });
    expect(feed.getAttribute('href')).toMatch(/\/p\/camellia\/feed$/);
    const slug = dialog.getByRole('textbox', { name: 'Address' });
    fireEvent.change(slug, { target: { value: 'feed' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/lower-case letters/)).toBeTruthy();
    fireEvent.change(slug, { target: { value: 'cafe-camellia' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls).toContain('PATCH /api/posts/site'));
  });
});
