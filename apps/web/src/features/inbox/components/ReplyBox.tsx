import type { ConversationView } from '@hanasu/contract/inbox';
import { ActionIcon, Textarea } from '@mantine/core';
import type { KeyboardEvent, RefObject } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import { isSendKey } from '../../chat/send-key.ts';
import { useConversationWords } from '../use-conversation-words.ts';
import { useDraft } from '../use-draft.ts';
import classes from './Thread.module.css';

const LONGEST = 5000;

interface ReplyBoxProps {
  conversation: ConversationView;
  field: RefObject<HTMLTextAreaElement | null>;
  onSend: (text: string) => void;
}

/** Writes to the customer. Enter sends, Shift+Enter makes a new line, Escape leaves the field. */
export function ReplyBox({ conversation, field, onSend }: ReplyBoxProps) {
  const { t } = useWords();
  const { nameOf } = useConversationWords();
  const [text, setText] = useDraft(conversation.uuid);
  const name = nameOf(conversation);
  if (conversation.friend?.state === 'blocked') {
    return (
      <p className={classes.blocked}>
        <Icon name="ban" size={15} /> {t('inbox.blocked', { name })}
      </p>
    );
  }
  const send = () => {
    const words = text.trim();
    if (!words) return;
    setText('');
    onSend(words);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) field.current?.blur();
    if (!isSendKey(event.nativeEvent)) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={classes.reply}>
      <Textarea
        ref={field}
        className={classes.replyField ?? ''}
        aria-label={t('inbox.replyTo', { name })}
        placeholder={t('inbox.replyTo', { name })}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={LONGEST}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        rightSectionWidth={44}
        rightSectionProps={{ className: classes.sendSlot ?? '' }}
        rightSection={
          <ActionIcon onClick={send} size={32} disabled={!text.trim()} aria-label={t('chat.send')}>
            <Icon name="arrow-up" size={17} />
          </ActionIcon>
        }
      />
      {conversation.handling !== 'operator' && (
        <p className={classes.replyHint}>{t(`inbox.replyHint.${conversation.handling}`)}</p>
      )}
    </div>
  );
}
