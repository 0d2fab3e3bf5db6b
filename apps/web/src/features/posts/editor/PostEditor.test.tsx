// @vitest-environment jsdom

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MEDIA, openPosts } from '../testing/open-posts.tsx';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  await close?.();
});
async function open(content = '') {
  const posts = await openPosts({ post: { content } });
  close = posts.close;
  const text = await screen.findByRole('textbox', { name: 'Text of the post' });
  await screen.findByRole('toolbar', { name: 'Formatting' });
  const { editor } = text as HTMLElement & { editor: Editor };
  return { ...posts, text, editor, html: () => editor.getHTML().replace(/<p><\/p>$/, '') };
}
const tool = (name: string) => screen.getByRole('button', { name });
const clipboard = (texts: Record<string, string>, files: File[] = []) => ({
  clipboardData: { getData: (type: string) => texts[type] ?? '', files, types: Object.keys(texts) },
});
const PICTURE = new File(['png'], 'sakura.png', { type: 'image/png' });

/** A server that stores a picture, or refuses it. */
function stubUpload(status = 200) {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      status = status;
      response: unknown = status < 300 ? MEDIA : { status, code: 'file_too_large' };
      onload = () => undefined;
      open() {}
      setRequestHeader() {}
      abort() {}
      send() {
        setTimeout(() => this.onload());
      }
    },
  );
}

describe('the toolbar', () => {
  test('is reached by one Tab, and arrows lead on', async () => {
    await open();
    const bar = screen.getByRole('toolbar', { name: 'Formatting' });
    const reached = () =>
      within(bar)
        .getAllByRole('button')
        .filter(({ tabIndex }) => tabIndex === 0);
    expect(reached()).toEqual([tool('Large heading')]);
    tool('Large heading').focus();
    fireEvent.keyDown(tool('Large heading'), { key: 'ArrowRight' });
    expect(document.activeElement).toBe(tool('Medium heading'));
    expect(reached()).toEqual([tool('Medium heading')]);
    fireEvent.keyDown(tool('Medium heading'), { key: 'Home' });
    fireEvent.keyDown(tool('Large heading'), { key: 'ArrowLeft' });
    expect(bar.contains(document.activeElement)).toBe(true);
  });

  test('makes headings, callouts and tables, whose own tools appear', async () => {
    const { html, editor } = await open('<p>a</p>');
    fireEvent.click(tool('Large heading'));
    expect(html()).toBe('<h2>a</h2>');
    act(() => void editor.commands.setContent('<p>b</p>'));
    fireEvent.click(tool('Callout'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Tip' }));
    expect(html()).toBe('<aside data-callout="tip"><p>b</p></aside>');
    act(() => void editor.commands.setContent(''));
    fireEvent.click(tool('Table'));
    expect(html().match(/<tr>/g)).toHaveLength(3);
    const bar = within(await screen.findByRole('toolbar', { name: 'Table' }));
    fireEvent.click(bar.getByRole('button', { name: 'Add a row below' }));
    fireEvent.click(bar.getByRole('button', { name: 'Delete the column' }));
    expect([html().match(/<tr>/g), html().match(/<th>/g)].map((found) => found?.length)).toEqual([4, 2]);
  });

  test('links chosen words, and refuses an address that leads nowhere', async () => {
    const { html, editor } = await open('<p>menu</p>');
    act(() => void editor.commands.selectAll());
    fireEvent.click(tool('Link'));
    const address = await screen.findByRole('textbox', { name: 'Link to' });
    fireEvent.change(address, { target: { value: 'javascript:alert(1)' } });
    fireEvent.click(tool('Set link'));
    expect(await screen.findByText(/Enter an address such as/)).toBeTruthy();
    fireEvent.change(address, { target: { value: 'example.com/menu' } });
    fireEvent.click(tool('Set link'));
    await waitFor(() => expect(html()).toBe('<p><a href="https://example.com/menu">menu</a></p>'));
  });

  test('adds a button with its words and address', async () => {
    const { html } = await open();
    fireEvent.click(tool('Button'));
    fireEvent.change(await screen.findByRole('textbox', { name: 'Words on the button' }), {
      target: { value: 'Book a table' },
    });
    fireEvent.change(screen.getByRole('textbox', { name: 'Link to' }), {
      target: { value: 'https://example.com/book' },
    });
    fireEvent.click(tool('Insert button'));
    await waitFor(() =>
      expect(html()).toBe('<a data-button="" href="https://example.com/book">Book a table</a>'),
    );
  });

  test('inserts a picture that was uploaded, with what it shows', async () => {
    stubUpload();
    const { html } = await open();
    fireEvent.click(tool('Picture'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Insert a picture' }));
    const field = dialog.getByRole('group', { name: 'Picture' });
    fireEvent.drop(field, { dataTransfer: { files: [PICTURE], types: ['Files'] } });
    fireEvent.change(dialog.getByRole('textbox', { name: 'Alternative text' }), { target: { value: '桜' } });
    const insert = dialog.getByRole<HTMLButtonElement>('button', { name: 'Insert picture' });
    await waitFor(() => expect(insert.disabled).toBe(false));
    fireEvent.click(insert);
    await waitFor(() =>
      expect(html()).toBe(
        `<figure><img data-media="${MEDIA.uuid}" alt="桜" width="640" height="480"></figure>`,
      ),
    );
  });
});

describe('what is pasted', () => {
  test('as Markdown becomes formatted', async () => {
    const { text, html } = await open();
    fireEvent.paste(text, clipboard({ 'text/plain': '## 春\n\n- ケーキ\n- お茶' }));
    expect(html()).toBe('<h2>春</h2><ul><li><p>ケーキ</p></li><li><p>お茶</p></li></ul>');
  });

  test('as plain text stays plain', async () => {
    const { text, html } = await open();
    fireEvent.paste(text, clipboard({ 'text/plain': 'Mở cửa 7 giờ - 22 giờ' }));
    expect(html()).toBe('<p>Mở cửa 7 giờ - 22 giờ</p>');
  });

  test('says that pictures of other places are left out', async () => {
    const { text, html } = await open();
    const given = '<p>a</p><p><img src="https://example.com/a.png"></p>';
    fireEvent.paste(text, clipboard({ 'text/html': given, 'text/plain': 'a' }));
    const note = await screen.findByText(/^1 picture of the pasted text was left out/);
    // The note stays in view with the tools while the text is scrolled.
    const tools = screen.getByRole('toolbar', { name: 'Formatting' }).parentElement;
    expect(tools?.contains(note)).toBe(true);
    expect(html()).toBe('<p>a</p>');
  });

  test('as a file is uploaded, and its missing text is marked', async () => {
    stubUpload();
    const { text, html } = await open('<p>a</p>');
    fireEvent.paste(text, clipboard({}, [PICTURE]));
    expect(await screen.findByText('Uploading sakura.png…')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Add alternative text' }));
    expect(html()).toContain(`<img data-media="${MEDIA.uuid}" alt=""`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Picture' }));
    fireEvent.change(dialog.getByRole('textbox', { name: 'Alternative text' }), { target: { value: 'Hoa' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(html()).toContain('alt="Hoa"'));
  });

  test('as a file that the server refuses leaves the text as it was', async () => {
    stubUpload(413);
    const { text, html } = await open('<p>a</p>');
    fireEvent.paste(text, clipboard({}, [PICTURE]));
    expect(await screen.findByText(/^“sakura.png” was not uploaded/)).toBeTruthy();
    expect(html()).toBe('<p>a</p>');
  });
});
