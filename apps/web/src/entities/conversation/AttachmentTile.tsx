import type { AttachmentView } from '@hanasu/contract/chat';
import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useFormat } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/Icon.tsx';
import classes from './Attachments.module.css';
import { attachmentQuery } from './chat/chat.queries.ts';

interface TileProps {
  name: string;
  /** Null: it is still on its way. */
  view: AttachmentView | null;
  note?: string | undefined;
  children?: ReactNode;
}

/** A picture or document that goes with a question. */
export function AttachmentTile({ name, view, note, children }: TileProps) {
  const format = useFormat();
  return (
    <span className={classes.tile} data-failed={note ? true : undefined}>
      {view?.kind === 'image' ? (
        <Picture view={view} />
      ) : (
        <span className={classes.kind}>
          {view || note ? <Icon name={note ? 'triangle-alert' : 'file-text'} /> : <Loader size={14} />}
        </span>
      )}
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.size}>{note ?? (view ? format.bytes(view.size) : '…')}</span>
      </span>
      {children}
    </span>
  );
}

function Picture({ view }: { view: AttachmentView }) {
  const { data: file } = useQuery(attachmentQuery(view.uuid));
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (!url) return <span className={classes.picture} aria-hidden />;
  return (
    <a href={url} target="_blank" rel="noreferrer" className={classes.picture}>
      <img src={url} alt={view.name} />
    </a>
  );
}
