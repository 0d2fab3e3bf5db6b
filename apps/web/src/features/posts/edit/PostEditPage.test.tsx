// @vitest-environment jsdom

import { PostId } from '@hanasu/contract/ids';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import { afterEach, describe, expect, test } from 'vitest';
import { KNOWLEDGE, LAN, openPosts } from '../testing/open-posts.tsx';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  localStorage.clear();
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
    await act(() => posts.router.navigate({ to: '/' }));
    expect(await screen.findByText('Home')).toBeTruthy();
    expect(posts.changes).toEqual([]);
    expect(posts.calls.filter((call) => call.startsWith('PATCH'))).toEqual([]);
  });

  test('stays when it could not be saved, and is sent again', async () => {
    const posts = await open();
    posts.isBroken = true;
    retitle('Spring cakes');
    expect(await screen.findByText(/Your text is kept on this device/)).toBeTruthy();
    posts.isBroken = false;
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    await saved();
    expect([posts.post.title, title().value]).toEqual(['Spring cakes', 'Spring cakes']);
  });

  test('is saved before the page is left', async () => {
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

  test('is saved again from the question whether to leave', async () => {
    const posts = await open();
    posts.isBroken = true;
    retitle('Spring cakes');
    act(() => void posts.router.navigate({ to: '/' }));
    const again = await screen.findByRole('button', { name: 'Save again' });
    fireEvent.click(again);
    await waitFor(() => expect(posts.calls.filter((call) => call.startsWith('PATCH'))).toHaveLength(2));
    expect(screen.queryByText('Home')).toBeNull();
    posts.isBroken = false;
    fireEvent.click(again);
    expect(await screen.findByText('Home')).toBeTruthy();
    expect(posts.changes).toEqual([{ title: 'Spring cakes' }]);
  });

  test('keeps an address that another post has out of what is sent', async () => {
    const posts = await open();
    posts.takenSlug = 'menu';
    fireEvent.change(screen.getByRole('textbox', { name: 'Address' }), { target: { value: 'menu' } });
    retitle('Spring cakes');
    expect(await screen.findByText(/Another post has this address/)).toBeTruthy();
    expect(await screen.findByText('Everything else is saved.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'The address is taken by another post' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Address' }));
    expect(posts.changes).toEqual([{ title: 'Spring cakes' }]);
  });

  test('has a language that no linked post has', async () => {
    const linked = { title: 'お茶', state: 'draft', path: null, isHidden: false, isOriginal: false } as const;
    const japanese = {
      ...linked,
      uuid: PostId.parse('01932f00-0000-7000-8000-0000000000a9'),
      language: 'ja',
    } as const;
    await open({ post: { translations: [japanese] } });
    fireEvent.click(await screen.findByRole('combobox', { name: 'Language' }));
    const isDisabled = (name: string) =>
      screen.getByRole('option', { name }).hasAttribute('data-combobox-disabled');
    expect(['English', '日本語', 'Tiếng Việt'].map(isDisabled)).toEqual([false, true, false]);
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
    fireEvent.click(screen.getByRole('button', { name: 'Choose a version' }));
    expect(document.activeElement?.textContent).toMatch(/^Lan changed this post at /);
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
    fireEvent.click(screen.getByRole('button', { name: 'Use the other version' }));
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

describe('the length', () => {
  test.each([
    ['en', '4 words · 18 characters'],
    ['ja', '18 characters'],
  ] as const)('of a text in %s', async (language, expected) => {
    await open({ post: { language } });
    expect(screen.getByText(expected)).toBeTruthy();
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
    // The reader is at the text that has changed, not at the button below it.
    await waitFor(() => expect(document.activeElement).toBe(posts.editor.view.dom));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('of one minute differ by seconds, author and length', async () => {
    const posts = await open();
    const version = { title: 'Spring menu', description: '', isPublished: false };
    posts.versions = [
      { ...version, number: 3, content: '<p>Three.</p>', by: LAN, at: '2026-01-01T00:00:41Z' },
      { ...version, number: 2, content: '<p>Two</p>', by: null, at: '2026-01-01T00:00:05Z' },
      { ...version, number: 1, content: '', by: LAN, at: '2025-12-31T23:58:00Z' },
    ];
    fireEvent.click(screen.getByRole('button', { name: 'Show versions' }));
    const list = within(await screen.findByRole('list'));
    const lines = list.getAllByText(/ · /).map(({ textContent }) => textContent?.replaceAll('\u202f', ' '));
    expect(lines).toEqual([
      'Jan 1, 2026, 9:00:41 AM · Lan · 6 characters',
      'Jan 1, 2026, 9:00:05 AM · a former member · 3 characters',
      'Jan 1, 2026, 8:58 AM · Lan · 0 characters',
    ]);
  });
});

describe('copy in a knowledge base', () => {
  test('is chosen at once, with the newest revision', async () => {
    const posts = await open();
    retitle('Spring cakes');
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Copy in a knowledge base' });
    await waitFor(() => expect(field.disabled).toBe(false));
    fireEvent.click(field);
    fireEvent.click(await screen.findByRole('option', { name: KNOWLEDGE.name }));
    await waitFor(() =>
      expect(posts.changes).toEqual([{ title: 'Spring cakes' }, { knowledgeUuid: KNOWLEDGE.uuid }]),
    );
  });

  test('says why it is not up to date, and is tried again', async () => {
    const posts = await open({ post: { knowledge: KNOWLEDGE } });
    expect(await screen.findByText(/The storage of your account is full/)).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(posts.changes).toEqual([{ knowledgeUuid: KNOWLEDGE.uuid }]));
  });

  test('leads to where a knowledge base is made when there is none', async () => {
    await open({ knowledges: [] });
    expect(await screen.findByRole('link', { name: 'Create a knowledge base' })).toBeTruthy();
  });

  test('is not chosen by an operator', async () => {
    await open({ role: 'operator', post: { knowledge: KNOWLEDGE } });
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Copy in a knowledge base' });
    expect(field.disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});
