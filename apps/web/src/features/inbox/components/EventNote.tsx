import type { MessageView } from '@hanasu/contract/inbox';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/Icon.tsx';
import type { IconName } from '../../../shell/icon-names.ts';
import { useOperationWords } from '../../channels/use-operation-words.ts';
import { eventOf, factsOf, type ThreadEvent } from '../message-facts.ts';
import classes from './Message.module.css';

const ICONS = {
  follow: 'user-plus',
  unfollow: 'user-minus',
  unsent: 'undo-2',
  taken_over: 'hand',
  given_back: 'bot',
  closed: 'check-circle-2',
  assigned: 'user-check',
  unassigned: 'user-minus',
  snoozed: 'moon',
  woken: 'sun',
  late: 'triangle-alert',
  join: 'users',
  leave: 'log-out',
  member_joined: 'user-plus',
  member_left: 'user-minus',
  reopened: 'rotate-ccw',
  satisfaction_asked: 'smile',
  satisfaction: 'smile',
  waiting: 'hand',
  returned: 'bot',
  handed_over: 'hand',
  details: 'contact',
  erase: 'trash-2',
  other: 'info',
} as const satisfies Record<ThreadEvent, IconName>;

/** Something that happened, as a line across the thread. */
export function EventNote({ message }: { message: MessageView }) {
  const format = useFormat();
  const words = useEventWords()(message);
  return (
    <p className={classes.event}>
      <Icon name={ICONS[eventOf(message)]} size={13} /> {words}{' '}
      <time dateTime={message.createdAt} title={format.dateTime(message.createdAt)}>
        {format.time(message.createdAt)}
      </time>
    </p>
  );
}

function useEventWords() {
  const { t } = useWords();
  const format = useFormat();
  const wordsOf = useOperationWords();
  return (message: MessageView): string => {
    const event = eventOf(message);
    const facts = factsOf(message);
    switch (event) {
      case 'follow':
        return t(facts.returning ? 'inbox.events.followAgain' : 'inbox.events.follow');
      case 'unfollow':
      case 'unsent':
        return t(`inbox.events.${event}`);
      case 'other': {
        const what = facts.vendorType ?? facts.event;
        return what ? t('inbox.events.other', { type: wordsOf(what) }) : t('inboxWork.events.other');
      }
      default: {
        const somebody = t('inboxWork.events.somebody');
        return t(`inboxWork.events.${event}`, {
          name:
            message.operator?.name ?? facts.by ?? (event === 'taken_over' ? facts.to : undefined) ?? somebody,
          to: facts.to ?? somebody,
          time: facts.until ? format.dateTime(facts.until) : '…',
          score: facts.score ?? '?',
        });
      }
    }
  };
}
