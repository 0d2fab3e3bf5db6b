import { listKeptMedia, type MediaView } from '@hanasu/contract/media';
import type { MessageContent } from '@hanasu/contract/message-content';
import {
  ActionIcon,
  Button,
  FileButton,
  Group,
  Modal,
  Progress,
  Skeleton,
  Stack,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { call } from '../../../shell/api/api-client.ts';
import { isApiError } from '../../../shell/api/api-error.ts';
import { errorMessage } from '../../../shell/api/error-message.ts';
import { ErrorNotice } from '../../../shell/components/ErrorNotice.tsx';
import { Pager } from '../../../shell/components/Pager.tsx';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { useComposing } from '../compose/compose-context.ts';
import classes from './Media.module.css';
import { isOfKind, MEDIA_TYPES, type MediaKind, sendMedia } from './send-media.ts';

type MediaId = NonNullable<MessageContent['sender']>['iconMediaUuid'];

interface MediaFieldProps {
  kind: MediaKind;
  value: MediaId;
  onChange: (value: MediaId) => void;
  label: string;
}
interface MediaChoiceProps extends MediaFieldProps {
  /** What may be shown here, by id. */
  media: ReadonlyMap<string, MediaView>;
  addMedia: (media: MediaView) => void;
  mayEdit: boolean;
  /** Why this one can't be taken, in words; null: it can. */
  refusal?: (media: MediaView) => Promise<string | null>;
  hint?: string;
}

const ICONS = { image: 'image', video: 'video', audio: 'audio-lines' } as const;

/** A picture, film or recording of the message that is composed around it. */
export function MediaField(props: MediaFieldProps) {
  const { media, addMedia, mayEdit } = useComposing();
  return <MediaChoice {...props} media={media} addMedia={addMedia} mayEdit={mayEdit} />;
}

/** A picture, film or recording: chosen, dropped, pasted, or one that is in a message already. */
export function MediaChoice(props: MediaChoiceProps) {
  const { kind, value, onChange, label, media, mayEdit, hint } = props;
  const { t } = useWords();
  const [isOver, setOver] = useState(false);
  const { take, pick, sending, problem, cancel } = useSending(props);
  const chosen = value === null ? undefined : media.get(value);

  const drop = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      event.stopPropagation();
      setOver(false);
      void take(event.dataTransfer.files[0]);
    },
    onPaste(event: ClipboardEvent) {
      const [file] = event.clipboardData.files;
      if (!file) return;
      event.preventDefault();
      void take(file);
    },
  };
  return (
    <fieldset className={classes.field} data-over={isOver || undefined} {...drop}>
      <legend>{label}</legend>
      {chosen && <Chosen kind={kind} media={chosen} />}
      {value !== null && !chosen && <Skeleton width={120} height={90} aria-hidden />}
      <div className={classes.choice}>
        {mayEdit && (
          <Group gap={6}>
            <FileButton accept={MEDIA_TYPES[kind]} onChange={(file) => void take(file)}>
              {(props) => (
                <Button
                  {...props}
                  size="sm"
                  variant="default"
                  leftSection={<Icon name={ICONS[kind]} size={14} />}
                >
                  {t(`messageComposer.media.${value === null ? 'choose' : 'replace'}.${kind}`)}
                </Button>
              )}
            </FileButton>
            <Reuse kind={kind} media={media} onPick={pick} />
            {value !== null && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={34}
                aria-label={t('messageComposer.media.remove', { label })}
                onClick={() => onChange(null)}
              >
                <Icon name="x" />
              </ActionIcon>
            )}
          </Group>
        )}
        {mayEdit && value === null && !sending && (
          <p className={classes.hint}>{hint ?? t('messageComposer.media.hint')}</p>
        )}
      </div>
      {sending && <Sending {...sending} onCancel={cancel} />}
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}

interface SendingFile {
  readonly name: string;
  readonly progress: number;
}

/** Sends a file of the kind; another one takes its place. */
function useSending({ kind, onChange, addMedia, mayEdit, refusal }: MediaChoiceProps) {
  const { t } = useWords();
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState<SendingFile | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const pick = async (stored: MediaView) => {
    const refused = (await refusal?.(stored)) ?? null;
    setProblem(refused);
    if (refused !== null) return;
    addMedia(stored);
    onChange(stored.uuid);
  };
  const take = async (file: File | null | undefined) => {
    if (!file || !mayEdit) return;
    if (!isOfKind(file.type, kind)) return setProblem(t(`messageComposer.media.wrong.${kind}`));
    controller.current?.abort();
    const mine = new AbortController();
    controller.current = mine;
    setProblem(null);
    setSending({ name: file.name, progress: 0 });
    try {
      const stored = await sendMedia(file, {
        signal: mine.signal,
        onProgress: (progress) => setSending({ name: file.name, progress }),
      });
      await pick(stored);
    } catch (error) {
      if (!isApiError(error, 'aborted')) setProblem(errorMessage(error));
    }
    if (controller.current === mine) setSending(null);
  };
  return { take, pick, sending, problem, cancel: () => controller.current?.abort() };
}

function Sending({ name, progress, onCancel }: SendingFile & { onCancel: () => void }) {
  const { t } = useWords();
  const words = t('messageComposer.media.sending', { name });
  return (
    <div className={classes.sending} role="status">
      <span>{words}</span>
      <Progress value={progress * 100} aria-label={words} />
      <Button size="compact-xs" variant="subtle" color="gray" onClick={onCancel}>
        {t('shell.cancel')}
      </Button>
    </div>
  );
}

function Chosen({ kind, media }: { kind: MediaKind; media: MediaView }) {
  const format = useFormat();
  const facts = [
    media.name,
    media.bytes !== null && format.bytes(media.bytes),
    kind !== 'image' && media.durationMs !== null && format.duration(media.durationMs),
  ].filter(Boolean);
  return (
    <figure className={classes.chosen}>
      {kind === 'image' && media.url && <img src={media.thumbnailUrl ?? media.url} alt="" />}
      {kind === 'video' && media.url && (
        // biome-ignore lint/a11y/useMediaCaption: what is sent has none.
        <video
          src={media.url}
          poster={media.thumbnailUrl ?? undefined}
          controls
          preload="metadata"
          aria-label={media.name}
        />
      )}
      {kind === 'audio' && media.url && (
        // biome-ignore lint/a11y/useMediaCaption: what is sent has none.
        <audio src={media.url} controls preload="metadata" aria-label={media.name} />
      )}
      <figcaption>{facts.join(' · ')}</figcaption>
    </figure>
  );
}

const UPLOADS_SIZE = 24;

/** What was uploaded for messages before, with what stands in this one. */
function Reuse(props: ReuseProps) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        {t('messageComposer.media.reuse')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        size="lg"
        title={t('messageComposer.media.reuse')}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <Uploads
          {...props}
          onPick={(item) => {
            setOpen(false);
            props.onPick(item);
          }}
        />
      </Modal>
    </>
  );
}

interface ReuseProps extends Pick<MediaChoiceProps, 'kind' | 'media'> {
  onPick: (media: MediaView) => void;
}

function Uploads({ kind, media, onPick }: ReuseProps) {
  const { t } = useWords();
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const [q] = useDebouncedValue(typed.trim(), 250);
  const uploads = useQuery({
    queryKey: ['kept-media', kind, q, page],
    queryFn: ({ signal }) =>
      call(listKeptMedia, { query: { kind, page, pageSize: UPLOADS_SIZE, ...(q && { q }) }, signal }),
    placeholderData: keepPreviousData,
  });
  const { data, error, isPending, refetch } = uploads;
  // Not kept yet: the message was not saved since.
  const here = [...media.values()].filter(
    ({ contentType, url, uuid }) =>
      url && isOfKind(contentType, kind) && !data?.items.some((item) => item.uuid === uuid),
  );
  const items = [...(page === 1 && !q ? here : []), ...(data?.items ?? [])];
  return (
    <Stack gap="sm">
      <TextInput
        data-autofocus
        type="search"
        leftSection={<Icon name="search" />}
        aria-label={t('messageComposer.media.search')}
        placeholder={t('messageComposer.media.search')}
        maxLength={200}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPage(1);
        }}
      />
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={180} aria-hidden />}
      {data && items.length === 0 && (
        <p className={classes.hint} role="status">
          {q ? t('shell.nothingFound', { query: q }) : t('messageComposer.media.reuseNone')}
        </p>
      )}
      <div className={classes.reuse}>
        {items.map((item) => (
          <button key={item.uuid} type="button" onClick={() => onPick(item)}>
            {kind !== 'audio' && (item.thumbnailUrl ?? item.url) ? (
              <img src={item.thumbnailUrl ?? item.url ?? ''} alt="" loading="lazy" />
            ) : (
              <Icon name={ICONS[kind]} size={26} />
            )}
            <span>{item.name}</span>
            <small>
              {[
                kind !== 'image' && item.durationMs !== null && format.duration(item.durationMs),
                item.bytes !== null && format.bytes(item.bytes),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </button>
        ))}
      </div>
      <Pager
        page={page}
        pageSize={UPLOADS_SIZE}
        total={data?.total ?? 0}
        label={t('messageComposer.media.reuse')}
        onPage={setPage}
      />
    </Stack>
  );
}
