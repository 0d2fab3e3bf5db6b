import { Menu } from '@mantine/core';
import { RichTextEditor, type RichTextEditorProps } from '@mantine/tiptap';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useMemo,
  useRef,
} from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import { markEndsOfRow } from '../../../theme/tab-row.ts';
import classes from './Editor.module.css';
import { CALLOUT_KINDS, type CalloutKind } from './extensions.ts';
import { LinkTool } from './LinkForms.tsx';

/** What is being put into the text, or changed in it. */
export type OpenDialog =
  | { readonly kind: 'picture'; readonly position: number | null }
  | { readonly kind: 'button' }
  | null;

interface ToolbarProps {
  editor: Editor | null;
  onDialog: (dialog: OpenDialog) => void;
  /** Stays in view beside the tools. */
  beside: ReactNode;
}

/** A phone has these tools behind the others, in a row that moves sideways. */
const RARE = { 'data-rare': true };

/** Tools of the editor, in view while the text is scrolled; those of a table come below while the cursor is in one. */
export function Toolbar({ editor, onDialog, beside, children }: ToolbarProps & { children: ReactNode }) {
  const { t } = useWords();
  const keys = useToolbarKeys();
  const isInTable = useEditorState({ editor, selector: () => editor?.isActive('table') ?? false });
  return (
    <div className={classes.tools}>
      <RichTextEditor.Toolbar
        {...keys}
        className={classes.toolbar ?? ''}
        role="toolbar"
        aria-label={t('postEditor.toolbar')}
      >
        <TextTools editor={editor} />
        <BlockTools editor={editor} onDialog={onDialog} />
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo {...RARE} />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      {beside}
      {isInTable && <TableTools />}
      {children}
    </div>
  );
}

function TextTools({ editor }: Pick<ToolbarProps, 'editor'>) {
  return (
    <>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H2 />
        <RichTextEditor.H3 {...RARE} />
        <RichTextEditor.H4 {...RARE} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic {...RARE} />
        <RichTextEditor.Underline {...RARE} />
        <RichTextEditor.Strikethrough {...RARE} />
        <RichTextEditor.Code {...RARE} />
        <LinkTool editor={editor} />
      </RichTextEditor.ControlsGroup>
    </>
  );
}

function BlockTools({ editor, onDialog }: Omit<ToolbarProps, 'beside'>) {
  const { t } = useWords();
  return (
    <>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList {...RARE} />
        <RichTextEditor.Blockquote {...RARE} />
        <RichTextEditor.CodeBlock icon={CodeBlockIcon} {...RARE} />
        <RichTextEditor.Hr {...RARE} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <Tool
          label={t('postEditor.tools.picture')}
          icon={<Icon name="image" size={18} />}
          onClick={() => onDialog({ kind: 'picture', position: null })}
        />
        <TableTool editor={editor} />
        <CalloutTool editor={editor} />
        <Tool
          {...RARE}
          label={t('postEditor.tools.button')}
          icon={<Icon name="mouse-pointer-click" size={18} />}
          onClick={() => onDialog({ kind: 'button' })}
        />
      </RichTextEditor.ControlsGroup>
    </>
  );
}

/** The editor's own is that of code within a line. */
const CodeBlockIcon = () => <Icon name="square-code" size={17} />;

interface ToolProps extends ComponentProps<typeof RichTextEditor.Control> {
  label: string;
  icon: ReactNode;
}

/** A tool with its name for a reader and under the pointer. */
function Tool({ label, icon, ...others }: ToolProps) {
  return (
    <RichTextEditor.Control aria-label={label} title={label} {...others}>
      {icon}
    </RichTextEditor.Control>
  );
}

const FIRST_TABLE = { rows: 3, cols: 3, withHeaderRow: true };

function TableTool({ editor }: Pick<ToolbarProps, 'editor'>) {
  const { t } = useWords();
  const isInTable = useEditorState({ editor, selector: () => editor?.isActive('table') ?? false });
  return (
    <Tool
      {...RARE}
      label={t('postEditor.tools.table')}
      icon={<Icon name="table" size={18} />}
      disabled={isInTable ?? false}
      onClick={() => editor?.chain().focus().insertTable(FIRST_TABLE).run()}
    />
  );
}

const TableTools = () => {
  const { t } = useWords();
  const keys = useToolbarKeys();
  return (
    <RichTextEditor.Toolbar
      {...keys}
      className={classes.toolbar ?? ''}
      role="toolbar"
      aria-label={t('postEditor.tableToolbar')}
    >
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.TableRowBefore />
        <RichTextEditor.TableRowAfter />
        <RichTextEditor.TableRowDelete />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.TableColumnBefore />
        <RichTextEditor.TableColumnAfter />
        <RichTextEditor.TableColumnDelete />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.TableToggleHeaderRow />
        <RichTextEditor.TableDelete />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  );
};

const CALLOUT_ICONS = {
  info: 'info',
  tip: 'star',
  warning: 'triangle-alert',
} as const satisfies Record<CalloutKind, IconName>;

function CalloutTool({ editor }: Pick<ToolbarProps, 'editor'>) {
  const { t } = useWords();
  const active = useEditorState({
    editor,
    selector: () => CALLOUT_KINDS.find((kind) => editor?.isActive('callout', { kind })) ?? null,
  });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Tool
          {...RARE}
          label={t('postEditor.tools.callout')}
          icon={<Icon name="info" size={18} />}
          active={active !== null}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {CALLOUT_KINDS.map((kind) => (
          <Menu.Item
            key={kind}
            leftSection={<Icon name={active === kind ? 'check' : CALLOUT_ICONS[kind]} size={14} />}
            onClick={() => editor?.chain().focus().toggleCallout(kind).run()}
          >
            {t(`postEditor.callouts.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const TOOLS = '[data-rich-text-editor-control]:not([disabled])';

/** Tools that can be used now. */
const toolsOf = (bar: HTMLElement): HTMLElement[] => [...bar.querySelectorAll<HTMLElement>(TOOLS)];

/** Lets the Tab key reach one tool, the last that was used; arrows lead to the others, as in every toolbar. */
function rove(bar: HTMLElement, last: Element | null): void {
  const tools = toolsOf(bar);
  const current = tools.find((tool) => tool === last) ?? tools[0];
  for (const tool of bar.querySelectorAll<HTMLElement>('[data-rich-text-editor-control]'))
    tool.tabIndex = tool === current ? 0 : -1;
}

function target(bar: HTMLElement, key: string): HTMLElement | undefined {
  const tools = toolsOf(bar);
  const at = tools.indexOf(document.activeElement as HTMLElement);
  if (at === -1) return undefined;
  switch (key) {
    case 'ArrowRight':
      return tools[(at + 1) % tools.length];
    case 'ArrowLeft':
      return tools.at(at - 1);
    case 'Home':
      return tools[0];
    case 'End':
      return tools.at(-1);
    default:
      return undefined;
  }
}

/** Keyboard of a toolbar, for its element. */
function useToolbarKeys() {
  const bar = useRef<HTMLElement>(null);
  const last = useRef<Element>(null);
  const ref = useCallback((element: HTMLDivElement | null) => {
    bar.current = element;
    if (!element) return undefined;
    rove(element, last.current);
    // Tools are enabled and disabled while the cursor moves.
    const changes = new MutationObserver(() => rove(element, last.current));
    changes.observe(element, { subtree: true, attributes: true, attributeFilter: ['disabled'] });
    const leaveEnds = markEndsOfRow(element);
    return () => {
      leaveEnds();
      changes.disconnect();
    };
  }, []);
  return {
    ref,
    onFocus({ target: tool }: FocusEvent) {
      last.current = tool;
      if (bar.current) rove(bar.current, tool);
    },
    onKeyDown(event: KeyboardEvent) {
      const next = bar.current && target(bar.current, event.key);
      if (!next) return;
      event.preventDefault();
      next.focus();
      next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
  };
}

/** Names of the tools that Mantine brings. */
export function useEditorLabels(): NonNullable<RichTextEditorProps['labels']> {
  const { t } = useWords();
  return useMemo(
    () => ({
      h2ControlLabel: t('postEditor.tools.h2'),
      h3ControlLabel: t('postEditor.tools.h3'),
      h4ControlLabel: t('postEditor.tools.h4'),
      boldControlLabel: t('postEditor.tools.bold'),
      italicControlLabel: t('postEditor.tools.italic'),
      underlineControlLabel: t('postEditor.tools.underline'),
      strikeControlLabel: t('postEditor.tools.strike'),
      codeControlLabel: t('postEditor.tools.code'),
      bulletListControlLabel: t('postEditor.tools.bulletList'),
      orderedListControlLabel: t('postEditor.tools.orderedList'),
      blockquoteControlLabel: t('postEditor.tools.quote'),
      codeBlockControlLabel: t('postEditor.tools.codeBlock'),
      hrControlLabel: t('postEditor.tools.rule'),
      undoControlLabel: t('shell.undo'),
      redoControlLabel: t('shell.redo'),
      tableDeleteControlLabel: t('postEditor.tools.tableDelete'),
      tableColumnBeforeControlLabel: t('postEditor.tools.columnBefore'),
      tableColumnAfterControlLabel: t('postEditor.tools.columnAfter'),
      tableColumnDeleteControlLabel: t('postEditor.tools.columnDelete'),
      tableRowBeforeControlLabel: t('postEditor.tools.rowBefore'),
      tableRowAfterControlLabel: t('postEditor.tools.rowAfter'),
      tableRowDeleteControlLabel: t('postEditor.tools.rowDelete'),
      tableToggleHeaderRowControlLabel: t('postEditor.tools.headerRow'),
    }),
    [t],
  );
}
