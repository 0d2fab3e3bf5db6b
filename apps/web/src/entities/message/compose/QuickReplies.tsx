import { type MessageContent, QUICK_REPLIES_MAX } from '@hanasu/contract/message-content';
import { ActionIcon, Button, Switch, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import { MediaField } from '../media/MediaField.tsx';
import { BubbleNotes } from './BubbleNotes.tsx';
import classes from './Compose.module.css';
import { useComposing, useWrongWords } from './compose-context.ts';
import { moved } from './content.ts';

type QuickReply = MessageContent['quickReplies'][number];
type SetReplies = (change: (all: readonly QuickReply[]) => readonly QuickReply[]) => void;

/** Choices under the last bubble. */
export function QuickReplies() {
  const { t } = useWords();
  const { content, edit, mayEdit } = useComposing();
  const { quickReplies } = content;
  const list = useRef<HTMLOListElement>(null);
  const count = useRef(quickReplies.length);
  useEffect(() => {
    if (quickReplies.length > count.current)
      list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
    count.current = quickReplies.length;
  }, [quickReplies]);
  const set: SetReplies = (change) =>
    edit((before) => ({ ...before, quickReplies: [...change(before.quickReplies)] }));
  return (
    <fieldset className={classes.section}>
      <legend>{t('messageComposer.quickReplies')}</legend>
      <p className={classes.note}>{t('messageComposer.quickRepliesText')}</p>
      <ol ref={list} className={classes.lines}>
        {quickReplies.map((reply, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name.
          <QuickReplyLine key={index} reply={reply} index={index} onSet={set} />
        ))}
      </ol>
      {mayEdit && quickReplies.length < QUICK_REPLIES_MAX && (
        <Button
          size="sm"
          variant="subtle"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => set((all) => [...all, { label: '', text: '' }])}
        >
          {t('messageComposer.quickAdd')}
        </Button>
      )}
    </fieldset>
  );
}

interface QuickReplyLineProps {
  reply: QuickReply;
  index: number;
  onSet: SetReplies;
}

function QuickReplyLine({ reply, index, onSet }: QuickReplyLineProps) {
  const { t } = useWords();
  const { mayEdit } = useComposing();
  const wrongWords = useWrongWords();
  const number = index + 1;
  const button = { variant: 'subtle', color: 'gray', size: 34 } as const;
  const put = (change: Partial<QuickReply>) => onSet((all) => all.with(index, { ...reply, ...change }));
  return (
    <li className={classes.line}>
      <TextInput
        aria-label={t('messageComposer.quickLabel', { number })}
        placeholder={t('messageComposer.quickLabelPlaceholder')}
        value={reply.label}
        maxLength={20}
        readOnly={!mayEdit}
        error={wrongWords(`quickReplies.${index}.label`, reply.label)}
        onChange={(event) => put({ label: event.currentTarget.value })}
      />
      <TextInput
        aria-label={t('messageComposer.quickText', { number })}
        placeholder={t('messageComposer.quickTextPlaceholder')}
        value={reply.text}
        maxLength={300}
        readOnly={!mayEdit}
        error={wrongWords(`quickReplies.${index}.text`, reply.text)}
        onChange={(event) => put({ text: event.currentTarget.value })}
      />
      {mayEdit && (
        <span className={classes.moves}>
          <ActionIcon
            {...button}
            disabled={index === 0}
            aria-label={t('messageComposer.quickUp', { number })}
            onClick={() => onSet((all) => moved(all, index, index - 1))}
          >
            <Icon name="arrow-up" />
          </ActionIcon>
          <ActionIcon
            {...button}
            aria-label={t('messageComposer.quickRemove', { number })}
            onClick={() => onSet((all) => all.toSpliced(index, 1))}
          >
            <Icon name="x" />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}

/** Under whose name it is said. */
export function SenderFields() {
  const { t } = useWords();
  const {
    content: { sender },
    edit,
    mayEdit,
  } = useComposing();
  const wrongWords = useWrongWords();
  const set = (next: typeof sender) => edit((before) => ({ ...before, sender: next }));
  return (
    <fieldset className={classes.section}>
      <legend>{t('messageComposer.sender')}</legend>
      <Switch
        label={t('messageComposer.senderOn')}
        description={t('messageComposer.senderHelp')}
        checked={sender !== null}
        disabled={!mayEdit}
        onChange={(event) => set(event.currentTarget.checked ? { name: '', iconMediaUuid: null } : null)}
      />
      {sender && (
        <div className={classes.stack}>
          <TextInput
            label={t('messageComposer.senderName')}
            value={sender.name}
            maxLength={20}
            readOnly={!mayEdit}
            error={wrongWords('sender.name', sender.name)}
            onChange={(event) => set({ ...sender, name: event.currentTarget.value })}
          />
          <MediaField
            kind="image"
            label={t('messageComposer.senderIcon')}
            value={sender.iconMediaUuid}
            onChange={(iconMediaUuid) =>
              edit((before) => ({ ...before, sender: before.sender && { ...before.sender, iconMediaUuid } }))
            }
          />
        </div>
      )}
      <BubbleNotes bubbleId={null} />
    </fieldset>
  );
}
