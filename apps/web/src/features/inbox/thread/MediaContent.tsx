import type { MessageView } from '@hanasu/contract/inbox';
import type { MediaView } from '@hanasu/contract/media';
import { ActionIcon, Modal, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './Media.module.css';

const WIDEST = 280;
const HIGHEST = 320;

/** The size a picture takes in the thread, known before it has arrived, so that nothing jumps. */
function placeFor({ width, height }: Pick<MediaView, 'width' | 'height'>) {
  if (!width || !height) return { width: WIDEST, height: 200 };
  const scale = Math.min(1, WIDEST / width, HIGHEST / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** A picture, recording or file; null while there is nothing that could be shown as such. */
export function MediaContent({ message, media }: { message: MessageView; media: MediaView }) {
  const { t } = useWords();
  const { kind } = message;
  const name = media.name || t(`inbox.kinds.${kind}`);
  if (media.state !== 'stored' || !media.url) return <NotThere media={media} name={name} />;
  if (kind === 'image') return <Picture media={media} name={name} />;
  if (kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: what customers send has none.
      <video
        className={classes.video}
        style={placeFor(media)}
        controls
        preload="metadata"
        src={media.url}
        poster={media.thumbnailUrl ?? undefined}
        aria-label={t('inboxThread.media.video', { name })}
      />
    );
  }
  if (kind === 'audio') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: what customers send has none.
      <audio
        className={classes.audio}
        controls
        preload="metadata"
        src={media.url}
        aria-label={t('inboxThread.media.audio', { name })}
      />
    );
  }
  return <FileCard media={media} url={media.url} name={name} />;
}

function NotThere({ media, name }: { media: MediaView; name: string }) {
  const { t } = useWords();
  if (media.state === 'waiting') {
    return (
      <span className={classes.absent}>
        <Skeleton width={180} height={96} radius="md" />
        <span>
          {name} · {t('inboxThread.media.waiting')}
        </span>
      </span>
    );
  }
  return (
    <span className={classes.absent}>
      <span className={classes.absentWords}>
        <Icon name="ban" size={16} /> {name}:{' '}
        {t(`inboxThread.media.${media.state === 'gone' ? 'gone' : 'failed'}`)}
      </span>
    </span>
  );
}

function Picture({ media, name }: { media: MediaView; name: string }) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const url = media.url ?? '';
  return (
    <>
      <button
        type="button"
        className={classes.picture}
        aria-label={t('inboxThread.media.open', { name })}
        onClick={() => setOpen(true)}
      >
        <img src={media.thumbnailUrl ?? url} alt={name} style={placeFor(media)} loading="lazy" />
      </button>
      {isOpen && (
        <Modal
          opened
          fullScreen
          onClose={() => setOpen(false)}
          withCloseButton={false}
          aria-label={name}
          classNames={{ content: classes.fullView ?? '', body: classes.fullBody ?? '' }}
        >
          <div className={classes.fullHead}>
            <span className={classes.fullName}>{name}</span>
            <a
              className={classes.fullLink}
              href={url}
              download={name}
              aria-label={t('inboxThread.media.download', { name })}
            >
              <Icon name="download" size={18} />
            </a>
            <ActionIcon
              variant="transparent"
              color="gray.0"
              size={40}
              aria-label={t('inboxThread.media.close')}
              onClick={() => setOpen(false)}
            >
              <Icon name="x" size={20} />
            </ActionIcon>
          </div>
          <img className={classes.full} src={url} alt={name} />
        </Modal>
      )}
    </>
  );
}

function FileCard({ media, url, name }: { media: MediaView; url: string; name: string }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <Card
      icon={<Icon name="file-text" size={20} />}
      title={name}
      facts={media.bytes === null ? null : format.bytes(media.bytes)}
    >
      <a
        className={classes.cardAction}
        href={url}
        download={name}
        aria-label={t('inboxThread.media.download', { name })}
      >
        <Icon name="download" size={17} />
      </a>
    </Card>
  );
}

interface CardProps {
  icon: ReactNode;
  title: string;
  facts: ReactNode;
  children?: ReactNode;
}

export function Card({ icon, title, facts, children }: CardProps) {
  return (
    <span className={classes.card}>
      <span className={classes.cardIcon}>{icon}</span>
      <span className={classes.cardBody}>
        <strong>{title}</strong>
        {facts && <span className={classes.cardFacts}>{facts}</span>}
      </span>
      {children}
    </span>
  );
}
