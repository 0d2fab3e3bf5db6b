import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../i18n/use-words.ts';
import { Icon } from '../../shell/icons/Icon.tsx';
import classes from './Panel.module.css';

interface PanelFrameProps {
  title: string;
  lead: string;
  action?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A page of the inbox beside its list. */
export function PanelFrame({ title, lead, action, onClose, children }: PanelFrameProps) {
  const { t } = useWords();
  return (
    <section className={classes.panel} aria-label={title}>
      <div className={classes.inner}>
        <header className={classes.head}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            onClick={onClose}
            aria-label={t('canned.back')}
            title={t('canned.back')}
          >
            <Icon name="arrow-left" size={18} />
          </ActionIcon>
          <div className={classes.headWords}>
            <h2>{title}</h2>
            <p>{lead}</p>
          </div>
          {action}
        </header>
        {children}
      </div>
    </section>
  );
}
