import type { Editor } from '@tiptap/core';
import { Fragment, Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { type UseEditorOptions, useEditor } from '@tiptap/react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import type { PostEditing } from '../edit/use-post-draft.ts';
import { makeExtensions, toHtml } from './extensions.ts';
import { cleanPastedHtml } from './paste/clean-html.ts';
import { looksLikeMarkdown, parseMarkdown } from './paste/markdown.ts';
import type { PictureUploads } from './use-picture-uploads.ts';

/** Making the HTML of a long text takes longer than a key may. */
const HAND_OVER_MS = 300;

/** Pixels at the edges of the window that the toolbar, and on a phone the bar to publish and the menu, may cover. */
const COVERED = { top: 120, bottom: 200, left: 0, right: 0 };

interface PostEditorOptions {
  readonly editing: PostEditing;
  readonly uploads: PictureUploads;
}

/** The editor of the draft: hands over what is typed, and takes what was put into the draft elsewhere. */
export function usePostEditor({ editing, uploads }: PostEditorOptions): Editor | null {
  const { fields, saver, mayEdit, replaced } = editing;
  const handOver = useHandOver(editing);
  const paste = usePaste(uploads);
  const attributes = useAttributes(fields.language);
  const options: UseEditorOptions = {
    extensions: paste.extensions,
    content: fields.content,
    editable: mayEdit,
    shouldRerenderOnTransaction: false,
    editorProps: { attributes, scrollMargin: COVERED, scrollThreshold: COVERED, ...paste.props },
    onCreate: ({ editor }) => handOver.start(editor),
    onUpdate: ({ editor }) => handOver.schedule(editor),
  };
  const [first] = useState(options);
  // Options that are the same object each time are not set again, attributes are where they differ.
  const current = useMemo(
    () => ({ ...first, editorProps: { ...first.editorProps, attributes } }),
    [first, attributes],
  );
  const editor = useEditor(current, []);
  useEffect(() => editor?.setEditable(mayEdit, false), [editor, mayEdit]);
  const take = useEffectEvent((to: Editor) => {
    to.commands.setContent(saver.now().fields.content, { emitUpdate: false });
    handOver.start(to);
  });
  useEffect(() => {
    if (editor && replaced > 0) take(editor);
  }, [editor, replaced]);
  return editor;
}

/** Hands the HTML over a moment after the last key, and at once when the draft is saved. */
function useHandOver({ saver }: PostEditing) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef<string>('');
  const waiting = useRef<Editor | null>(null);
  const [handOver] = useState(() => {
    const run = (): void => {
      clearTimeout(timer.current);
      const { current: editor } = waiting;
      waiting.current = null;
      if (!editor || editor.isDestroyed) return;
      const html = toHtml(editor);
      if (html === last.current) return;
      last.current = html;
      saver.edit({ content: html });
    };
    return {
      run,
      start(editor: Editor): void {
        clearTimeout(timer.current);
        waiting.current = null;
        last.current = toHtml(editor);
      },
      schedule(editor: Editor): void {
        waiting.current = editor;
        saver.touch();
        clearTimeout(timer.current);
        timer.current = setTimeout(run, HAND_OVER_MS);
      },
    };
  });
  useEffect(() => {
    saver.collect = handOver.run;
    return () => {
      handOver.run();
      saver.collect = () => undefined;
    };
  }, [saver, handOver]);
  return handOver;
}

/** Names the text for readers of screens. Held, because other attributes are set again in the editor. */
function useAttributes(language: string): Record<string, string> {
  const { t } = useWords();
  const label = t('postEdit.text');
  return useMemo(
    () => ({ role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, lang: language }),
    [label, language],
  );
}

type PasteProps = NonNullable<UseEditorOptions['editorProps']>;

/** How text and files from elsewhere come into the editor. */
function usePaste(uploads: PictureUploads) {
  const { t } = useWords();
  const [extensions] = useState(() => makeExtensions({ placeholder: t('postEditor.placeholder') }));
  const takeFiles = useEffectEvent((view: EditorView, files: readonly File[], position: number) =>
    uploads.take(files, { editor: editorOf(view), position }),
  );
  const reportDropped = useEffectEvent((count: number) => count > 0 && uploads.reportDropped(count));
  const sliceOfMarkdown = (text: string, view: EditorView): Slice => {
    const { content, dropped } = parseMarkdown(text, extensions);
    reportDropped(dropped);
    const nodes = content.map((node) => view.state.schema.nodeFromJSON(node));
    return Slice.maxOpen(Fragment.from(nodes));
  };
  const props: PasteProps = {
    transformPastedHTML(html) {
      const clean = cleanPastedHtml(html);
      reportDropped(clean.dropped);
      return clean.html;
    },
    clipboardTextParser: (text, _context, isPlain, view) =>
      // Null lets the editor read it as plain text, which its types leave out.
      isPlain || !looksLikeMarkdown(text) ? (null as unknown as Slice) : sliceOfMarkdown(text, view),
    handlePaste(view, { clipboardData }) {
      const files = [...(clipboardData?.files ?? [])];
      // Word sends a picture of the text beside the text.
      if (files.length === 0 || clipboardData?.getData('text/plain').trim()) return false;
      return takeFiles(view, files, view.state.selection.from);
    },
    handleDrop(view, event, _slice, isMoved) {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (isMoved || files.length === 0) return false;
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
      if (!takeFiles(view, files, at?.pos ?? view.state.selection.from)) return false;
      event.preventDefault();
      return true;
    },
  };
  return { extensions, props };
}

/** TipTap keeps its editor at the element. */
const editorOf = (view: EditorView): Editor => (view.dom as HTMLElement & { editor: Editor }).editor;
