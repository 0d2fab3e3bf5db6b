import { type Editor, type Extensions, Mark, mergeAttributes, Node } from '@tiptap/core';
import { Link } from '@tiptap/extension-link';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { Placeholder } from '@tiptap/extensions';
import { ReactNodeViewRenderer } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { toHref } from './href.ts';
import { FigureView, type PictureAttributes } from './Pictures.tsx';
import { Uploads } from './uploads.ts';

export const CALLOUT_KINDS = ['info', 'tip', 'warning'] as const;
export type CalloutKind = (typeof CALLOUT_KINDS)[number];

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const numberOf = (text: string | null | undefined): number | null => {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
};

/** Reads the picture of a `figure`, or a picture alone; false: it is none of the account's. */
function readPicture(element: HTMLElement): PictureAttributes | false {
  const image = element.matches('img') ? element : element.querySelector('img');
  const media = image?.getAttribute('data-media');
  if (!media || !UUID.test(media)) return false;
  return {
    media,
    alt: image?.getAttribute('alt') ?? '',
    width: numberOf(image?.getAttribute('width')),
    height: numberOf(image?.getAttribute('height')),
  };
}

/** Begins a paragraph below the block that holds the cursor, if that is of this kind. */
const leaveDownwards =
  (name: string) =>
  ({ editor }: { editor: Editor }): boolean => {
    const { $from, empty } = editor.state.selection;
    if ($from.parent.type.name !== name || !empty) return false;
    const after = $from.after();
    return editor
      .chain()
      .insertContentAt(after, { type: 'paragraph' })
      .setTextSelection(after + 1)
      .run();
  };

/** A picture with its caption. */
const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'inline*',
  isolating: true,
  draggable: true,
  addAttributes() {
    return Object.fromEntries(
      ['media', 'alt', 'width', 'height'].map((name) => [name, { default: null, rendered: false }]),
    );
  },
  parseHTML() {
    const contentElement = (element: globalThis.Node): HTMLElement =>
      (element instanceof HTMLElement && element.querySelector('figcaption')) ||
      document.createElement('figcaption');
    return ['figure', 'img'].map((tag) => ({
      tag,
      getAttrs: (element: HTMLElement) => readPicture(element) as Record<string, unknown> | false,
      contentElement,
    }));
  },
  renderHTML({ node }) {
    const { media, alt, width, height } = node.attrs;
    const image = ['img', { 'data-media': media, alt: alt ?? '', width, height }];
    // The hole for the caption is left out with it.
    return node.content.size > 0 ? ['figure', image, ['figcaption', 0]] : ['figure', image];
  },
  addNodeView() {
    return ReactNodeViewRenderer(FigureView);
  },
  addKeyboardShortcuts() {
    return { Enter: leaveDownwards(this.name) };
  },
});

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    callout: {
      /** Puts the blocks into a callout of that kind, changes its kind, or takes them out of one of that kind. */
      toggleCallout: (kind: CalloutKind) => ReturnType;
    };
  }
}

const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes() {
    return {
      kind: {
        default: 'info',
        parseHTML: (element) =>
          CALLOUT_KINDS.find((kind) => kind === element.getAttribute('data-callout')) ?? 'info',
        renderHTML: ({ kind }) => ({ 'data-callout': kind }),
      },
    };
  },
  parseHTML() {
    return [{ tag: 'aside[data-callout]' }];
  },
  renderHTML({ HTMLAttributes }) {
    return ['aside', HTMLAttributes, 0];
  },
  addCommands() {
    return {
      toggleCallout:
        (kind) =>
        ({ commands, editor }) => {
          if (editor.isActive(this.name, { kind })) return commands.lift(this.name);
          if (editor.isActive(this.name)) return commands.updateAttributes(this.name, { kind });
          return commands.wrapIn(this.name, { kind });
        },
    };
  },
});

/** A link that stands alone and looks like a button. */
const ButtonLink = Node.create({
  name: 'buttonLink',
  group: 'block',
  content: 'text*',
  marks: '',
  defining: true,
  addAttributes() {
    return { href: { default: '' } };
  },
  parseHTML() {
    // Before the link, which is a mark of the same element.
    return [{ tag: 'a[data-button]', priority: 100 }];
  },
  renderHTML({ HTMLAttributes }) {
    return ['a', mergeAttributes({ 'data-button': '' }, HTMLAttributes), 0];
  },
  addKeyboardShortcuts() {
    return { Enter: leaveDownwards(this.name) };
  },
});

/** A table in a box of its own that scrolls, as on the page. */
const ScrolledTable = Table.extend({
  renderHTML: () => ['table', ['tbody', 0]],
  addNodeView: () => () => {
    const dom = document.createElement('div');
    dom.className = 'tableWrapper';
    const contentDOM = document.createElement('tbody');
    dom.appendChild(document.createElement('table')).append(contentDOM);
    return { dom, contentDOM };
  },
});

const spans = { colspan: { default: 1 }, rowspan: { default: 1 } };

/** A link of the text; it has an address and nothing else. */
const PlainLink = Link.extend({
  addAttributes() {
    return { href: { default: null } };
  },
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  HTMLAttributes: { target: null, rel: null },
  isAllowedUri: (uri) => toHref(uri) !== null,
});

const HEADING_LEVELS = [2, 3, 4];

/** Marks without a tool: a pasted text or one from the API may have them. */
const RARE_MARKS = ['sub', 'sup', 'mark'].map((tag) =>
  Mark.create({
    name: tag,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  }),
);

/** An empty line in HTML: a paragraph without anything has no height on a page. */
const EMPTY_LINE = '<p><br></p>';
const isEmptyLine = (element: HTMLElement): boolean => element.innerHTML.toLowerCase() === '<br>';
/** A paragraph around pictures or buttons, which stand alone in the editor; it would leave an empty line before them. */
const isWrapper = ({ childNodes, children }: HTMLElement): boolean =>
  children.length > 0 &&
  [...childNodes].every((node) =>
    node instanceof Element ? node.matches('a[data-button], img') : !node.textContent?.trim(),
  );

/** What differs from the basic nodes: code has no language, and an empty line is a paragraph without content. */
const CHANGED: Readonly<Record<string, (one: Extensions[number]) => Extensions[number]>> = {
  codeBlock: (one) => one.extend({ addAttributes: () => ({}) }),
  paragraph: (one) =>
    one.extend({
      parseHTML: () => [
        { tag: 'p', skip: true, getAttrs: (element: HTMLElement) => (isWrapper(element) ? {} : false) },
        {
          tag: 'p',
          getAttrs: (element: HTMLElement) => (isEmptyLine(element) ? {} : false),
          contentElement: () => document.createElement('p'),
        },
        { tag: 'p' },
      ],
    }),
};

/** Basic nodes and marks, with a paragraph that always ends the text: below a table or a picture one can go on. */
const Basics = StarterKit.extend({
  addExtensions() {
    const given: Extensions = this.parent?.() ?? [];
    return given.map((one) => CHANGED[one.name]?.(one) ?? one);
  },
  onCreate() {
    // The paragraph is added with the first change of the state, which a text that was only opened never has.
    const { view, state } = this.editor;
    view.dispatch(state.tr.setMeta('addToHistory', false).setMeta('preventUpdate', true));
  },
});

/** Extensions for what a post may consist of: no more than the server keeps. */
export const makeExtensions = ({ placeholder }: { placeholder: string }): Extensions => [
  Basics.configure({
    heading: { levels: HEADING_LEVELS as [2, 3, 4] },
    link: false,
    dropcursor: { color: 'var(--focus)', width: 2 },
  }),
  ...RARE_MARKS,
  PlainLink,
  ScrolledTable.configure({ View: null }),
  TableRow,
  TableCell.extend({ addAttributes: () => spans }),
  TableHeader.extend({ addAttributes: () => spans }),
  Figure,
  Callout,
  ButtonLink,
  Uploads,
  Placeholder.configure({ placeholder }),
];

const EMPTY_END = /(?:<p><\/p>)+$/;
/** Without those that only stand for an empty cell or list item. */
const EMPTY_PARAGRAPHS = /(?<!<(?:td|th|li)\b[^>]*>)<p><\/p>/g;

/** The HTML that is stored. Empty paragraphs at the end are only a place for the cursor; others are lines of the page. */
export const toHtml = (editor: Editor): string =>
  editor.getHTML().replace(EMPTY_END, '').replaceAll(EMPTY_PARAGRAPHS, EMPTY_LINE);
