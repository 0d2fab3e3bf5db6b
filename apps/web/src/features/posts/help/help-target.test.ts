// @vitest-environment jsdom

import { Editor } from '@tiptap/core';
import { afterEach, describe, expect, test } from 'vitest';
import { makeExtensions, toHtml } from '../editor/extensions.ts';
import {
  htmlOfTarget,
  insertionTarget,
  isWholeMarked,
  lostBlocks,
  markTarget,
  putSuggestion,
  rewrittenTarget,
  selectedTarget,
} from './help-target.ts';

let editor: Editor;
afterEach(() => editor.destroy());
function open(content: string): Editor {
  Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect ??= () => new DOMRect();
  editor = new Editor({ extensions: makeExtensions({ placeholder: '' }), content });
  return editor;
}
/** Selects from the first letter of one text to the last of another. */
function select(first: string, last = first): void {
  const found = { from: 0, to: 0 };
  editor.state.doc.descendants((node, position) => {
    const text = node.text ?? '';
    if (text.includes(first)) found.from = position + text.indexOf(first);
    if (text.includes(last)) found.to = position + text.indexOf(last) + last.length;
  });
  editor.commands.setTextSelection(found);
}

describe('the text that is rewritten', () => {
  test('is what is selected in a paragraph', () => {
    open('<p>We open <strong>at ten</strong> today.</p>');
    select('at ten');
    const target = rewrittenTarget(editor);
    expect(target.mode).toBe('inline');
    expect(htmlOfTarget(editor, target)).toBe('<strong>at ten</strong>');
  });

  test('is whole blocks when several are selected', () => {
    open('<h2>Hours</h2><p>We open at ten.</p><ul><li><p>Monday</p></li></ul><p>End</p>');
    select('open', 'Mon');
    const target = rewrittenTarget(editor);
    expect(target.mode).toBe('blocks');
    expect(htmlOfTarget(editor, target)).toBe('<p>We open at ten.</p><ul><li><p>Monday</p></li></ul>');
  });

  test('is everything when nothing is selected, or all of it', () => {
    open('<p>One</p><p>Two</p>');
    expect(selectedTarget(editor)).toBeNull();
    const whole = { from: 0, to: editor.state.doc.content.size, mode: 'blocks' };
    expect(rewrittenTarget(editor)).toEqual(whole);
    editor.commands.selectAll();
    expect(rewrittenTarget(editor)).toEqual(whole);
    markTarget(editor, rewrittenTarget(editor));
    expect(isWholeMarked(editor)).toBe(true);
  });
});

describe('the place of new text', () => {
  test('is below the block with the cursor, or at the end of a text that was not touched', () => {
    open('<p>One</p><ul><li><p>Two</p></li></ul><p>Three</p>');
    expect(insertionTarget(editor).from).toBe(editor.state.doc.content.size);
    select('Two');
    markTarget(editor, insertionTarget(editor));
    putSuggestion(editor, '<h2>New</h2><p>More</p>');
    expect(toHtml(editor)).toBe('<p>One</p><ul><li><p>Two</p></li></ul><h2>New</h2><p>More</p><p>Three</p>');
  });

  test('is the empty paragraph with the cursor', () => {
    open('');
    markTarget(editor, insertionTarget(editor));
    putSuggestion(editor, '<h2>New</h2><p>More</p>');
    expect(toHtml(editor)).toBe('<h2>New</h2><p>More</p>');
    open('<p>One</p><p></p><p>Two</p>');
    editor.commands.setTextSelection(6);
    markTarget(editor, insertionTarget(editor));
    putSuggestion(editor, '<p>More</p>');
    expect(toHtml(editor)).toBe('<p>One</p><p>More</p><p>Two</p>');
  });
});

describe('a suggestion', () => {
  test('is one step to undo, apart from what was typed before and after it', () => {
    open('<p>We open at ten.</p>');
    editor.commands.insertContentAt(editor.state.doc.content.size - 1, ' Welcome');
    select('at ten');
    markTarget(editor, rewrittenTarget(editor));
    expect(editor.view.dom.querySelector('.help-target')?.textContent).toBe('at ten');
    putSuggestion(editor, '<p>from <em>ten</em></p>');
    expect(toHtml(editor)).toBe('<p>We open from <em>ten</em>. Welcome</p>');
    expect(editor.view.dom.querySelector('.help-target')).toBeNull();
    editor.commands.insertContent('!');
    editor.commands.undo();
    expect(toHtml(editor)).toBe('<p>We open from <em>ten</em>. Welcome</p>');
    editor.commands.undo();
    expect(toHtml(editor)).toBe('<p>We open at ten. Welcome</p>');
    editor.commands.undo();
    expect(toHtml(editor)).toBe('<p>We open at ten.</p>');
  });

  test('goes where its text is, though there was typing above it', () => {
    open('<p>One</p><p>Two</p><p>Three</p>');
    select('Two');
    markTarget(editor, rewrittenTarget(editor));
    editor.commands.insertContentAt(1, 'Number ');
    putSuggestion(editor, '<p>2</p>');
    expect(toHtml(editor)).toBe('<p>Number One</p><p>2</p><p>Three</p>');
  });

  test('of several blocks divides the paragraph, and brings nothing that a post can not have', () => {
    open('<p>We open at ten today.</p>');
    select('at ten');
    markTarget(editor, rewrittenTarget(editor));
    putSuggestion(editor, '<p>at ten</p><script>x()</script><ul><li onclick="x()">or later</li></ul>');
    expect(toHtml(editor)).toContain('We open at ten');
    expect(toHtml(editor)).toContain('<li><p>or later');
    expect(toHtml(editor)).not.toMatch(/script|onclick/);
  });

  test('lacks blocks of the text that it replaces: each picture by its own name, others by their kind', () => {
    const picture = (digit: string) =>
      `<figure><img data-media="01932f00-0000-7000-8000-00000000000${digit}" alt=""></figure>`;
    const callout = (text: string) => `<aside data-callout="tip"><p>${text}</p></aside>`;
    const button = '<a data-button href="https://example.com">Book</a>';
    open(`<p>One</p>${picture('1')}${picture('2')}${callout('A')}${callout(picture('3'))}${button}`);
    markTarget(editor, rewrittenTarget(editor));
    expect(lostBlocks(editor, `<p>1</p>${picture('2')}${picture('4')}${callout('B')}`)).toEqual({
      ...{ figure: 2, callout: 1, buttonLink: 1 },
    });
    expect(lostBlocks(editor, toHtml(editor))).toEqual({});
    select('One');
    markTarget(editor, rewrittenTarget(editor));
    expect(lostBlocks(editor, '<p>1</p>')).toEqual({});
  });

  test('stands below the text that it was made from, in the place of an empty paragraph at the end', () => {
    open('<p>One</p><ul><li><p>Two</p></li></ul><p>Three</p>');
    select('Two');
    markTarget(editor, rewrittenTarget(editor));
    putSuggestion(editor, '<p>2</p>', 'below');
    expect(toHtml(editor)).toBe('<p>One</p><ul><li><p>Two</p></li></ul><p>2</p><p>Three</p>');
    open('<p>One</p><p></p>');
    markTarget(editor, rewrittenTarget(editor));
    putSuggestion(editor, '<p>1</p>', 'below');
    expect(toHtml(editor)).toBe('<p>One</p><p>1</p>');
  });

  test('has no place once its mark is gone', () => {
    open('<p>One</p>');
    expect(putSuggestion(editor, '<p>Two</p>')).toBe(false);
    markTarget(editor, rewrittenTarget(editor));
    editor.commands.setContent('<p>Theirs</p>', { emitUpdate: false });
    expect(putSuggestion(editor, '<p>Two</p>')).toBe(false);
    expect(toHtml(editor)).toBe('<p>Theirs</p>');
  });
});
