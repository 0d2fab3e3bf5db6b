import { Button, Group, Modal, Popover, Stack, TextInput } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { type FormEvent, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { toHref } from './href.ts';

/** Makes a link of the chosen words, changes it or takes it away. */
export function LinkTool({ editor }: { editor: Editor | null }) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const isActive = useEditorState({ editor, selector: () => editor?.isActive('link') ?? false });
  const label = t('postEditor.tools.link');
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus shadow="md" width={300}>
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={label}
          title={label}
          active={isActive ?? false}
          onClick={() => setOpen((old) => !old)}
        >
          <Icon name="link" size={18} />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown>
        {isOpen && editor && (
          <LinkForm editor={editor} isLink={isActive ?? false} onDone={() => setOpen(false)} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface LinkFormProps {
  editor: Editor;
  isLink: boolean;
  onDone: () => void;
}

function LinkForm({ editor, isLink, onDone }: LinkFormProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState<string>(editor.getAttributes('link').href ?? '');
  const [isChecked, setChecked] = useState(false);
  const href = toHref(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setChecked(true);
    if (href === null) return;
    onDone();
    setLink(editor, href);
  };
  const remove = () => {
    onDone();
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <TextInput
          data-autofocus
          label={t('postEditor.linkAddress')}
          placeholder="https://example.com"
          inputMode="url"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          error={isChecked && href === null && t('postEditor.linkWrong')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          {isLink && (
            <Button size="xs" variant="default" onClick={remove}>
              {t('postEditor.linkRemove')}
            </Button>
          )}
          <Button size="xs" type="submit">
            {t('postEditor.linkSet')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function setLink(editor: Editor, href: string): void {
  const chain = editor.chain().focus();
  // Without chosen words the address is the text.
  if (editor.state.selection.empty && !editor.isActive('link'))
    chain
      .insertContent({
        type: 'text',
        text: href.replace(/^mailto:/, ''),
        marks: [{ type: 'link', attrs: { href } }],
      })
      .run();
  else chain.extendMarkRange('link').setLink({ href }).run();
}

const TEXT_MAX = 80;

interface ButtonDialogProps {
  editor: Editor;
  opened: boolean;
  onClose: () => void;
}

/** Asks for the words and the address of a button; with the cursor in a button, changes that one. */
export function ButtonDialog({ editor, opened, onClose }: ButtonDialogProps) {
  const { t } = useWords();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      centered
      title={t('postEditor.tools.button')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {opened && <ButtonForm editor={editor} onClose={onClose} />}
    </Modal>
  );
}

/** Where the button that holds the cursor begins; null: there is none. */
function currentButton({ state }: Editor) {
  const { $from } = state.selection;
  if ($from.parent.type.name !== 'buttonLink') return null;
  return { from: $from.before(), to: $from.after(), node: $from.parent };
}

function ButtonForm({ editor, onClose }: Omit<ButtonDialogProps, 'opened'>) {
  const { t } = useWords();
  const [current] = useState(() => currentButton(editor));
  const [text, setText] = useState(current?.node.textContent ?? '');
  const [address, setAddress] = useState<string>(current?.node.attrs.href ?? '');
  const [isChecked, setChecked] = useState(false);
  const href = toHref(address);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setChecked(true);
    if (href === null || !text.trim()) return;
    onClose();
    const button = { type: 'buttonLink', attrs: { href }, content: [{ type: 'text', text: text.trim() }] };
    const chain = editor.chain().focus();
    if (current) chain.insertContentAt({ from: current.from, to: current.to }, button).run();
    else chain.insertContent(button).run();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          data-autofocus
          label={t('postEditor.buttonText')}
          maxLength={TEXT_MAX}
          value={text}
          error={isChecked && !text.trim() && t('fields.required')}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <TextInput
          label={t('postEditor.linkAddress')}
          placeholder="https://example.com"
          inputMode="url"
          autoCapitalize="off"
          spellCheck={false}
          value={address}
          error={isChecked && href === null && t('postEditor.linkWrong')}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit">{t(current ? 'shell.save' : 'postEditor.buttonInsert')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
