import type { MessageId } from '@hanasu/contract/ids';
import { ActionIcon } from '@mantine/core';
import { useWords } from '../../../i18n/use-words.ts';
import { Icon } from '../../../shell/icons/Icon.tsx';
import classes from './ChatPanel.module.css';
import type { BranchPoint } from './chat-state.ts';

interface BranchArrowsProps {
  place: BranchPoint;
  disabled: boolean;
  onGoTo: (message: MessageId) => void;
}

/** ‹1/2›: leads to what else was asked or answered here. */
export function BranchArrows({ place: { uuid, siblings }, disabled, onGoTo }: BranchArrowsProps) {
  const { t } = useWords();
  if (siblings.length < 2) return null;
  const index = siblings.indexOf(uuid);
  const arrow = (to: number, name: 'chevron-left' | 'chevron-right', label: string) => {
    const target = siblings[to];
    return (
      <ActionIcon
        size={26}
        variant="subtle"
        color="gray"
        disabled={disabled || !target}
        onClick={() => target && onGoTo(target)}
        aria-label={label}
      >
        <Icon name={name} size={15} />
      </ActionIcon>
    );
  };
  return (
    <fieldset className={classes.branches} aria-label={t('conversations.versions')}>
      {arrow(index - 1, 'chevron-left', t('conversations.versionBefore'))}
      <span>{`${index + 1}/${siblings.length}`}</span>
      {arrow(index + 1, 'chevron-right', t('conversations.versionAfter'))}
    </fieldset>
  );
}
