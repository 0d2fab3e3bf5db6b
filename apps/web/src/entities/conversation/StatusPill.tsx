import { listBudgets } from '@hanasu/contract/budgets';
import type { ConversationView, Handling } from '@hanasu/contract/inbox';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import type { IconName } from '../../shell/icons/icon-names.ts';
import { usePermission } from '../../shell/use-permission.ts';
import classes from './StatusPill.module.css';

/** Each handling has its own shape; colour only helps. */
const HANDLING_ICONS = {
  bot: 'bot',
  waiting: 'hand',
  operator: 'user-check',
  closed: 'check-circle-2',
} as const satisfies Record<Handling, IconName>;

type Status = Pick<ConversationView, 'handling' | 'operator' | 'bot' | 'group' | 'waitingReason'>;

/** While these are the reason, the bot cannot answer either. */
const WITHOUT_BOT: ReadonlySet<ConversationView['waitingReason']> = new Set([
  'paused',
  'not_published',
  'no_tokens',
  'no_budget',
  'key_refused',
  'key_budget',
]);

/** Whether the bot answers what the customer writes while they wait for a person. */
export const botGoesOn = ({ handling, bot, group, waitingReason }: Status): boolean =>
  handling === 'waiting' && bot !== null && group === null && !WITHOUT_BOT.has(waitingReason);

/** Who answers now, in full: also that the bot goes on while a person is wanted. */
export function useStatusSentence(status: Status): string {
  const { t } = useWords();
  const { handling, operator } = status;
  if (botGoesOn(status)) return t('conversations.botGoesOn');
  return handling === 'operator' && operator ? operator.name : t(`conversations.status.${handling}`);
}

interface StatusPillProps {
  conversation: Status;
  /** Where there is room: with the sentence that the bot goes on. */
  isFull?: boolean;
}

/** Who answers now, by word and shape. */
export function StatusPill({ conversation, isFull = false }: StatusPillProps) {
  const { t } = useWords();
  const { handling, operator } = conversation;
  const sentence = useStatusSentence(conversation);
  const short = handling === 'operator' && operator ? operator.name : t(`conversations.status.${handling}`);
  return (
    <span className={classes.pill} data-handling={handling} data-full={isFull || undefined} title={sentence}>
      <Icon name={HANDLING_ICONS[handling]} size={13} />
      <span className={classes.pillWords}>{isFull ? sentence : short}</span>
    </span>
  );
}

/** For those who may change budgets, where one is the reason that the bot gave no answer. */
export function BudgetsLink({ reason }: { reason: ConversationView['waitingReason'] }) {
  const { t } = useWords();
  const mayOpen = usePermission(listBudgets);
  if (reason !== 'no_budget' || !mayOpen) return null;
  return (
    <>
      {' '}
      <Link to="/Token" search={{ tab: 'budgets' }} className={classes.link}>
        {t('conversations.openBudgets')}
      </Link>
    </>
  );
}
