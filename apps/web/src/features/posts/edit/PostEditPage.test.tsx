// @vitest-environment jsdom

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import { afterEach, describe, expect, test } from 'vitest';
import { LAN, MEDIA, openPosts, POST } from '../testing/open-posts.tsx';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
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
const type = (editor: Editor, html: string) =>
  act(() => void editor.commands.insertContentAt(editor.state.doc.content.size, html));
const saved = () => screen.findByText('Draft saved');

describe('the draft of a post', () => {
  test('is saved once the typing stops, with what was changed and nothing else', async () => {
    const posts = await open();
    await saved();
    retitle('Spring');
    retitle('Spring cakes');
    expect(screen.getByText('Editing…')).toBeTruthy();
    await saved();
    type(posts.editor, '<p>And tea.</p>');
    await waitFor(() => expect(posts.changes).toHaveLength(2));
    expect(posts.changes).toEqual([
      { title: 'Spring cakes' },
      { content: '<p>New cakes every week.</p><p>And tea.</p>' },
    ]);
  });

  test('opens without being changed', async () => {
    const posts = await open({
      post: { content: '<h2>a</h2><table><tbody><tr><td><p>b</p></td></tr></tbody></table>' },
    });
    act(() => void posts.editor.commands.focus('end'));
    await saved();
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    await saved();
    expect(posts.changes).toEqual([]);
  });

  test('stays when it could not be saved, and is sent again', async () => {
    const posts = await open();
    posts.isBroken = true;
    retitle('Spring cakes');
    expect(await screen.findByText(/Your text is kept on this page/)).toBeTruthy();
    posts.isBroken = false;
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    await saved();
    expect([posts.post.title, title().value]).toEqual(['Spring cakes', 'Spring cakes']);
  });

  test('is saved before the page is left, and asks when that fails', async () => {
    const posts = await open();
    retitle('Spring cakes');
    await act(() => posts.router.navigate({ to: '/' }));
    expect(await screen.findByText('Home')).toBeTruthy();
    expect(posts.changes).toEqual([{ title: 'Spring cakes' }]);
  });

  test('asks before it is left unsaved', async () => {
    const posts = await open();
    posts.isBroken = true;
    retitle('Spring cakes');
    act(() => void posts.router.navigate({ to: '/' }));
    expect(await screen.findByText('You have unsaved changes. Leave anyway?')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(title().value).toBe('Spring cakes');
  });

  test('keeps an address that another post has out of what is sent', async () => {
    const posts = await open();
    posts.takenSlug = 'menu';
    fireEvent.change(screen.getByRole('textbox', { name: 'Address' }), { target: { value: 'menu' } });
    retitle('Spring cakes');
    expect(await screen.findByText(/Another post has this address/)).toBeTruthy();
    expect(await screen.findByText(/One field is not valid/)).toBeTruthy();
    expect(posts.changes).toEqual([{ title: 'Spring cakes' }]);
  });

  test('is read only for a viewer', async () => {
    const posts = await open({ role: 'viewer' });
    expect(await screen.findByText('Your role is view-only here.')).toBeTruthy();
    expect(posts.editor.isEditable).toBe(false);
    expect(title().readOnly).toBe(true);
    expect(screen.queryByRole('toolbar')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  });

  test('is written by an operator, who does not publish', async () => {
    await open({ role: 'operator' });
    expect(await screen.findByRole('toolbar', { name: 'Formatting' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  });
});

/** Lan saves the post, as if from another page. */
const theirs = { title: 'Their title', content: '<p>Their cakes.</p>', changedBy: LAN, revision: 2 };

describe('a post that another member has saved meanwhile', () => {
  async function openConflict() {
    const posts = await open();
    posts.post = { ...posts.post, ...theirs };
    retitle('My title');
    expect(await screen.findByText(/^Lan changed this post at /)).toBeTruthy();
    return posts;
  }

  test('is not overwritten, and the typing goes on', async () => {
    const posts = await openConflict();
    retitle('My longer title');
    type(posts.editor, '<p>Mine.</p>');
    expect(screen.getByText('Saving is paused')).toBeTruthy();
    expect([posts.changes, title().value]).toEqual([[], 'My longer title']);
  });

  test('shows the difference', async () => {
    await openConflict();
    fireEvent.click(screen.getByRole('button', { name: 'See the difference' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Their title')).toBeTruthy();
    expect(dialog.getByText('My title')).toBeTruthy();
  });

  test('is taken over', async () => {
    const posts = await openConflict();
    fireEvent.click(screen.getByRole('button', { name: 'Take theirs' }));
    await waitFor(() => expect(title().value).toBe('Their title'));
    await waitFor(() => expect(posts.editor.getHTML()).toBe('<p>Their cakes.</p>'));
    const own = { title: 'My title', newVersion: true };
    const saved = [own, { title: 'Their title', newVersion: true }];
    await waitFor(() => expect(posts.changes).toEqual(saved));
    retitle('Both');
    await waitFor(() => expect(posts.changes).toEqual([...saved, { title: 'Both' }]));
  });

  test('is overwritten where this user has changed it, and only when asked to', async () => {
    const posts = await openConflict();
    fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(posts.changes).toEqual([{ title: 'My title', newVersion: true }]));
    await waitFor(() => expect(posts.editor.getHTML()).toBe('<p>Their cakes.</p>'));
    expect(posts.post.content).toBe('<p>Their cakes.</p>');
  });
});

describe('publishing', () => {
  test('asks nothing when the post is complete, and gives its link', async () => {
    const posts = await open();
    retitle('Spring cakes');
    fireEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Your post is published' }));
    expect(dialog.getByRole<HTMLInputElement>('textbox').value).toMatch(/\/p\/camellia\/spring-menu$/);
    expect(posts.calls.slice(-3).some((call) => call.endsWith('/publish'))).toBe(true);
    expect(posts.changes).toEqual([{ title: 'Spring cakes' }]);
  });

  test('names what is missing, at its place', async () => {
    const posts = await open({ post: { title: '', content: '' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    const list = within(await screen.findByRole('alert'));
    expect(list.getByRole('button', { name: 'The text is missing' })).toBeTruthy();
    fireEvent.click(list.getByRole('button', { name: 'The title is missing' }));
    expect(document.activeElement).toBe(title());
    expect(posts.calls.some((call) => call.endsWith('/publish'))).toBe(false);
  });

  test('warns of pictures without alternative text, and does not insist', async () => {
    const figure = `<figure><img data-media="${MEDIA.uuid}" alt=""></figure>`;
    const posts = await open({ post: { content: `<p>a</p>${figure}` } });
    fireEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('Picture 1 has no alternative text')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Publish anyway' }));
    await waitFor(() => expect(posts.calls.some((call) => call.endsWith('/publish'))).toBe(true));
  });

  test('is scheduled by the clock of the account', async () => {
    const posts = await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Schedule' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule the post' }));
    expect(dialog.getByText(/^Time zone of the account: Japan /)).toBeTruthy();
    fireEvent.change(dialog.getByLabelText(/Date and time/), { target: { value: '2020-01-01T09:00' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(await dialog.findByText('Choose a time in the future.')).toBeTruthy();
    fireEvent.change(dialog.getByLabelText(/Date and time/), { target: { value: '2099-01-01T09:00' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Schedule' }));
    await waitFor(() => expect(posts.calls).toContain(`POST /api/post/${POST.uuid}/schedule`));
  });
});

describe('versions', () => {
  test('show what differs from the draft, and one is used by a save', async () => {
    const posts = await open();
    posts.versions = [
      {
        number: 3,
        title: 'Winter menu',
        description: '',
        content: '<p>New cakes every month.</p>',
        by: LAN,
        at: '2026-01-01T00:00:00Z',
        isPublished: true,
      },
    ];
    fireEvent.click(screen.getByRole('button', { name: 'Show versions' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Compare: Version 3' }));
    expect(screen.getByText('New cakes every month.', { selector: 'ins' })).toBeTruthy();
    expect(screen.getByText('New cakes every week.', { selector: 'del' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Use this version: Version 3' }));
    await waitFor(() =>
      expect(posts.changes).toEqual([
        { title: 'Winter menu', content: '<p>New cakes every month.</p>', newVersion: true },
      ]),
    );
    await waitFor(() => expect(posts.editor.getHTML()).toBe('<p>New cakes every month.</p>'));
  });
});
