import type { AttachmentView } from '@hanasu/contract/chat';
import { ATTACHMENT_MAX_BYTES } from '@hanasu/contract/chats';
import { ActionIcon, FileButton, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { LOCALE_TAGS } from '../../../i18n/locales.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { ApiError, isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { newId } from '../../../shell/new-id.ts';
import { isSendKey } from '../../../shell/send-key.ts';
import { isInputMethodKey } from '../../../theme/input-method.ts';
import tiles from '../Attachments.module.css';
import { AttachmentTile } from '../AttachmentTile.tsx';
import classes from './Composer.module.css';
import { attachmentQuery, sendAttachment } from './chat.queries.ts';

const LONGEST = 8000;

interface ComposerProps {
  busy: boolean;
  onSend: (text: string, attachments: AttachmentView[]) => void;
  onStop: () => void;
  /** The last question is edited with the arrow up in an empty field. */
  onEditLast: () => void;
  autoFocus: boolean;
}

export function Composer({ busy, onSend, onStop, onEditLast, autoFocus }: ComposerProps) {
  const { t, locale } = useWords();
  const [text, setText] = useState('');
  const [isOver, setOver] = useState(false);
  const [hasTooMany, setTooMany] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const attachments = useAttachments();
  const before = useRef('');
  const speech = useSpeech(LOCALE_TAGS[locale], (heard) =>
    setText(`${before.current}${heard}`.slice(0, LONGEST)),
  );
  const canSend = text.trim() !== '' && !busy && !attachments.isSending;

  const send = () => {
    if (!canSend) return;
    speech.stop();
    onSend(text.trim(), attachments.ready);
    setText('');
    attachments.clear();
    setTooMany(false);
    field.current?.focus();
  };
  const add = (files: readonly File[]) => setTooMany(attachments.add(files));
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isInputMethodKey(event.nativeEvent)) return;
    if (event.key === 'Escape' && busy) return onStop();
    if (event.key === 'ArrowUp' && text === '') {
      event.preventDefault();
      return onEditLast();
    }
    if (!isSendKey(event.nativeEvent)) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  };
  const drag = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      add([...event.dataTransfer.files]);
    },
  };
  return (
    <div className={classes.box} data-over={isOver || undefined} {...drag}>
      {attachments.files.length > 0 && (
        <ul className={tiles.tiles} aria-label={t('conversations.attachments')}>
          {attachments.files.map(({ id, name, view, fault }) => (
            <li key={id}>
              <AttachmentTile name={name} view={view} note={fault ? errorMessage(fault) : undefined}>
                <ActionIcon
                  size={26}
                  variant="subtle"
                  color="gray"
                  onClick={() => attachments.remove(id)}
                  aria-label={t('conversations.removeAttachment', { name })}
                >
                  <Icon name="x" size={14} />
                </ActionIcon>
              </AttachmentTile>
            </li>
          ))}
        </ul>
      )}
      {hasTooMany && (
        <p className={classes.note} role="alert">
          {t('conversations.tooManyAttachments', { most: String(ATTACHMENTS_MAX) })}
        </p>
      )}
      <Textarea
        ref={field}
        className={classes.field}
        variant="unstyled"
        aria-label={t('conversations.message')}
        placeholder={t('conversations.placeholder')}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={LONGEST}
        value={text}
        data-autofocus={autoFocus || undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <div className={classes.tools}>
        <FileButton multiple accept={ATTACHMENT_TYPES} onChange={add}>
          {(props) => (
            <ActionIcon
              {...props}
              size={32}
              variant="subtle"
              color="gray"
              disabled={attachments.files.length >= ATTACHMENTS_MAX}
              aria-label={t('conversations.attach')}
              title={t('conversations.attachHelp')}
            >
              <Icon name="paperclip" size={17} />
            </ActionIcon>
          )}
        </FileButton>
        {speech.isSupported && (
          <ActionIcon
            size={32}
            variant={speech.isListening ? 'filled' : 'subtle'}
            color={speech.isListening ? 'red' : 'gray'}
            aria-pressed={speech.isListening}
            onClick={() => {
              before.current = text === '' ? '' : `${text.trimEnd()} `;
              speech.toggle();
            }}
            aria-label={t('conversations.speak')}
            title={t('conversations.speak')}
          >
            <Icon name="mic" size={17} />
          </ActionIcon>
        )}
        <span className={classes.gap} />
        {busy ? (
          <ActionIcon
            onClick={onStop}
            size={32}
            color="gray"
            variant="light"
            aria-label={t('conversations.stop')}
          >
            <Icon name="square" size={14} />
          </ActionIcon>
        ) : (
          <ActionIcon
            onClick={send}
            size={32}
            variant="filled"
            disabled={!canSend}
            aria-label={t('conversations.send')}
          >
            <Icon name="arrow-up" size={17} />
          </ActionIcon>
        )}
      </div>
    </div>
  );
}

/** What browsers have of speech recognition; no library of types knows it. */
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null;
  onend: (() => void) | null;
  onerror: (() => void) | null;
  start(): void;
  stop(): void;
  abort(): void;
}
type MakeRecognition = new () => Recognition;

function findRecognition(): MakeRecognition | null {
  const scope = window as unknown as Record<string, MakeRecognition | undefined>;
  return scope.SpeechRecognition ?? scope.webkitSpeechRecognition ?? null;
}

/** Speaking instead of typing, where the browser can. `onText` gets all that was heard so far, again and again. */
function useSpeech(language: string, onText: (heard: string) => void) {
  const [isListening, setListening] = useState(false);
  const running = useRef<Recognition>(null);
  const Recognition = findRecognition();
  useEffect(() => () => running.current?.abort(), []);

  const start = () => {
    if (!Recognition || running.current) return;
    const recognition = new Recognition();
    recognition.lang = language;
    recognition.continuous = true;
    recognition.interimResults = true;
    recognition.onresult = ({ results }) =>
      onText(Array.from(results, (result) => result[0]?.transcript ?? '').join(''));
    recognition.onend = () => {
      running.current = null;
      setListening(false);
    };
    recognition.onerror = () => recognition.stop();
    running.current = recognition;
    setListening(true);
    recognition.start();
  };
  return {
    isSupported: Recognition !== null,
    isListening,
    toggle: () => (isListening ? running.current?.stop() : start()),
    stop: () => running.current?.stop(),
  };
}

const ATTACHMENTS_MAX = 4;
const ATTACHMENT_TYPES = 'image/png,image/jpeg,image/webp,image/gif,application/pdf,.pdf,.txt,.md';

interface SendingFile {
  id: string;
  name: string;
  /** Null while it is being sent, and when it failed. */
  view: AttachmentView | null;
  fault: unknown;
  controller: AbortController;
}

/** Files that will go with the next question: sent to the server as soon as they are chosen. */
function useAttachments() {
  const [files, setFiles] = useState<SendingFile[]>([]);
  const queryClient = useQueryClient();
  const change = (id: string, more: Partial<SendingFile>) =>
    setFiles((all) => all.map((file) => (file.id === id ? { ...file, ...more } : file)));

  const send = async ({ id, controller }: SendingFile, file: File) => {
    try {
      if (file.size > ATTACHMENT_MAX_BYTES) throw new ApiError({ code: 'file_too_large' });
      const view = await sendAttachment(file, controller.signal);
      if (view.kind === 'image') queryClient.setQueryData(attachmentQuery(view.uuid).queryKey, file);
      change(id, { view });
    } catch (fault) {
      if (!isApiError(fault, 'aborted')) change(id, { fault });
    }
  };

  return {
    files,
    isSending: files.some(({ view, fault }) => view === null && !fault),
    ready: files.flatMap(({ view }) => view ?? []),
    /** As many as there is room for; true when some were left out. */
    add: (chosen: readonly File[]): boolean => {
      const room = Math.max(0, ATTACHMENTS_MAX - files.length);
      const taken = chosen.slice(0, room).map((file) => ({
        file,
        sending: {
          id: newId(),
          name: file.name,
          view: null,
          fault: null,
          controller: new AbortController(),
        },
      }));
      setFiles((all) => [...all, ...taken.map(({ sending }) => sending)]);
      for (const { sending, file } of taken) void send(sending, file);
      return chosen.length > room;
    },
    remove: (id: string) => {
      files.find((file) => file.id === id)?.controller.abort();
      setFiles((all) => all.filter((file) => file.id !== id));
    },
    clear: () => setFiles([]),
  };
}
