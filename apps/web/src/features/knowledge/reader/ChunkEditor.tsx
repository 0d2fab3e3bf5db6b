import { EMBEDDING_CHARACTERS_MAX } from '@hanasu/contract/embeddings';
import { Alert, Button, Group, Modal, Textarea, TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { LeaveGuard } from '../../../shell/layout/LeaveGuard.tsx';
import { isInputMethodKey } from '../../../theme/input-method.ts';
import classes from './ChunkCard.module.css';

interface ChunkWords {
  readonly text: string;
  readonly headingPath: string[];
}

interface ChunkEditorProps {
  label: string;
  text: string;
  headingPath: readonly string[];
  pending: boolean;
  error: unknown;
  onSave: (words: ChunkWords) => void;
  /** Absent: there is nothing to split yet. */
  onSplit?: (at: number) => void;
  onClose: () => void;
}

const PATH_SIGN = ' › ';

/** Words of a passage where it stands. Ctrl+Enter saves; Escape closes, after a question when something was changed. */
export function ChunkEditor(props: ChunkEditorProps) {
  const { t } = useWords();
  const [text, setText] = useState(props.text);
  const [path, setPath] = useState(props.headingPath.join(PATH_SIGN));
  const [asking, setAsking] = useState(false);
  const [isUnplaced, setUnplaced] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const changed = text !== props.text || path !== props.headingPath.join(PATH_SIGN);
  const trimmed = text.trim();
  const canSave = trimmed !== '' && trimmed.length <= EMBEDDING_CHARACTERS_MAX && !props.pending;

  function save() {
    if (!canSave) return;
    if (!changed) return props.onClose();
    const headingPath = path.split('›').map((part) => part.trim());
    props.onSave({ text: trimmed, headingPath: headingPath.filter((part) => part !== '') });
  }
  function split() {
    const at = area.current?.selectionStart ?? 0;
    const isInside = text.slice(0, at).trim() !== '' && text.slice(at).trim() !== '';
    setUnplaced(!isInside);
    if (isInside) props.onSplit?.(at);
    else area.current?.focus();
  }
  function close() {
    if (changed) setAsking(true);
    else props.onClose();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isInputMethodKey(event.nativeEvent)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  }
  return (
    <div className={classes.editor}>
      <TextInput
        size="xs"
        label={t('chunks.headings')}
        description={t('chunks.headingsHelp')}
        value={path}
        onChange={(event) => setPath(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Textarea
        ref={area}
        label={props.label}
        autosize
        minRows={3}
        maxRows={24}
        maxLength={EMBEDDING_CHARACTERS_MAX}
        value={text}
        data-autofocus
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {isUnplaced && (
        <Alert color="yellow" role="alert">
          {t('chunks.splitWhere')}
        </Alert>
      )}
      {props.error ? (
        <Alert color="red" role="alert">
          {errorMessage(props.error)}
        </Alert>
      ) : null}
      <Group gap="xs">
        <Button size="xs" onClick={save} loading={props.pending} disabled={trimmed === ''}>
          {t('shell.save')}
        </Button>
        <Button size="xs" variant="default" onClick={close}>
          {t('shell.cancel')}
        </Button>
        {props.onSplit && (
          <Button size="xs" variant="default" disabled={changed || props.pending} onClick={split}>
            {t('chunks.splitHere')}
          </Button>
        )}
        <span className={classes.keys}>{t('chunks.keys')}</span>
      </Group>
      <LeaveGuard when={changed} />
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('chunks.discardTitle')}
        centered
        withCloseButton={false}
      >
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
            {t('chunks.goOn')}
          </Button>
          <Button color="red" onClick={props.onClose}>
            {t('shell.discard')}
          </Button>
        </Group>
      </Modal>
    </div>
  );
}
