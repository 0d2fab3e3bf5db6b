import type { MessageView } from '@hanasu/contract/inbox';
import { useOperationWords } from '../../../entities/channel/use-operation-words.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import type { IconName } from '../../../shell/icons/icon-names.ts';
import { Mark } from '../../../shell/layout/Mark.tsx';
import classes from './EventLine.module.css';
import messageClasses from './Message.module.css';
import { eventOf, factsOf, type MessageFacts, type ThreadEvent } from './message-facts.ts';
import type { Side } from './thread-items.ts';

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
  menu_tapped: 'mouse-pointer-click',
  other: 'info',
} as const satisfies Record<ThreadEvent, IconName>;

/** Something that happened, as a line across the thread. */
export function EventNote({ message }: { message: MessageView }) {
  const eventWords = useEventWords();
  return (
    <p className={classes.event}>
      <Icon name={ICONS[eventOf(message)]} size={13} /> {eventWords(message)} <At message={message} />
    </p>
  );
}

/** The ruled line from which on staff or the bot answer: a rule, who, and why. */
export function HandoverLine({ message, to }: { message: MessageView; to: Side }) {
  const { t } = useWords();
  const eventWords = useEventWords();
  return (
    <p className={classes.handover} data-to={to}>
      <span className={classes.handoverWords}>
        <strong className={classes.handoverTo}>
          {to === 'staff' ? (
            <Icon name="hand" size={15} />
          ) : (
            <span className={messageClasses.whoMark}>
              <Mark height={10} />
            </span>
          )}
          {t(`inboxThread.handover.${to}`)}
        </strong>{' '}
        <span className={classes.handoverWhy}>
          {eventWords(message)} <At message={message} />
        </span>
      </span>
    </p>
  );
}

function At({ message: { createdAt } }: { message: MessageView }) {
  const format = useFormat();
  return (
    <time dateTime={createdAt} title={format.dateTime(createdAt)}>
      {format.time(createdAt)}
    </time>
  );
}

type EventWords = (message: MessageView) => string;

/** What happened, in words; of a handover to staff why, of one to the bot who or what gave it back. */
function useEventWords(): EventWords {
  const { t } = useWords();
  const wordsOf = useOperationWords();
  const memberWords = useMemberWords();
  return (message) => {
    const event = eventOf(message);
    const facts = factsOf(message);
    switch (event) {
      case 'follow':
        return t(facts.returning ? 'inbox.events.followAgain' : 'inbox.events.follow');
      case 'unfollow':
      case 'unsent':
        return t(`inbox.events.${event}`);
      case 'handed_over':
        return facts.reason
          ? t(`inbox.waiting.reasons.${facts.reason}`)
          : t('inboxThread.events.handed_over');
      case 'returned':
        return t(facts.cause ? `inboxThread.events.returned_${facts.cause}` : 'inboxThread.events.returned');
      case 'menu_tapped':
        return facts.label
          ? t('inboxThread.events.menu_tapped', { label: facts.label })
          : t('inboxThread.events.menu_tapped_somewhere');
      case 'other': {
        const what = facts.vendorType ?? facts.event;
        return what ? t('inbox.events.other', { type: wordsOf(what) }) : t('inboxThread.events.other');
      }
      default:
        return memberWords(event, { message, facts });
    }
  };
}

type MemberEvent = Exclude<
  ThreadEvent,
  'follow' | 'unfollow' | 'unsent' | 'handed_over' | 'returned' | 'menu_tapped' | 'other'
>;

/** What a member did, or the product in their place. */
function useMemberWords() {
  const { t } = useWords();
  const format = useFormat();
  return (event: MemberEvent, { message, facts }: { message: MessageView; facts: MessageFacts }): string => {
    const { by, to, until, score } = facts;
    if (event === 'assigned' && !by && to) return t('inboxThread.events.assigned_auto', { to });
    const member = t('inboxThread.events.member');
    return t(`inboxThread.events.${event}`, {
      name: message.operator?.name ?? by ?? (event === 'taken_over' ? to : undefined) ?? member,
      to: to ?? member,
      time: until ? format.dateTime(until) : '…',
      score: score ?? '?',
    });
  };
}
