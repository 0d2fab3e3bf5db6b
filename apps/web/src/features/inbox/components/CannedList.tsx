import type { CannedReplyView } from '@hanasu/contract/inbox-work';
import { useEffect, useRef } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './Composer.module.css';

interface CannedListProps {
  id: string;
  replies: readonly CannedReplyView[];
  query: string;
  active: number;
  onPick: (reply: CannedReplyView) => void;
  onManage: () => void;
  fill: (text: string) => string;
}

/** Canned replies that fit what is typed, as they would read. */
export function CannedList({ id, replies, query, active, onPick, onManage, fill }: CannedListProps) {
  const { t } = useWords();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    // The field keeps the focus, so that one can type on.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a press from taking the focus away.
    <div className={classes.picker} onMouseDown={(event) => event.preventDefault()}>
      <div
        ref={list}
        id={id}
        role="listbox"
        className={classes.options}
        aria-label={t('inboxWork.canned.listLabel')}
      >
        {replies.map((reply, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
          <div
            key={reply.uuid}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.option}
            onClick={() => onPick(reply)}
          >
            <span className={classes.optionTop}>
              <code>/{reply.shortcut}</code> <strong>{reply.title}</strong>
            </span>
            <span className={classes.optionText}>{fill(reply.text)}</span>
          </div>
        ))}
      </div>
      {replies.length === 0 && (
        <p className={classes.optionNone}>
          {query ? t('inboxWork.canned.nothing', { query }) : t('inboxWork.canned.none')}
        </p>
      )}
      <button type="button" className={classes.manage} onClick={onManage}>
        <Icon name="settings-2" size={13} /> {t('inboxWork.canned.manage')}
      </button>
    </div>
  );
}
