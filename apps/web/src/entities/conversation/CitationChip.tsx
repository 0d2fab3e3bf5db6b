import type { Citation } from '@hanasu/contract/chat';
import { Popover } from '@mantine/core';
import { useWords } from '../../i18n/use-words.ts';
import classes from './chat/ChatPanel.module.css';
import { PassageCard } from './PassageCard.tsx';

interface CitationChipProps {
  citation: Citation;
  /** With the document's title, for the list under an answer. */
  titled?: boolean;
  dim?: boolean;
}

/** The number of a source; opens the passage. */
export function CitationChip({ citation, titled = false, dim = false }: CitationChipProps) {
  const { t } = useWords();
  const { number, title, page } = citation;
  const label = `${t('conversations.source', { number: String(number) })}: ${title}`;
  return (
    <Popover width={360} position="top" shadow="md" withinPortal returnFocus trapFocus withRoles>
      <Popover.Target>
        {titled ? (
          <button type="button" className={classes.source} data-dim={dim || undefined}>
            <span className={classes.sourceNumber}>{number}</span>
            <span className={classes.sourceTitle}>{title}</span>
            {page !== null && <span>{t('conversations.page', { page: String(page) })}</span>}
          </button>
        ) : (
          <button type="button" className={classes.chip} aria-label={label} title={title}>
            {number}
          </button>
        )}
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <PassageCard citation={citation} />
      </Popover.Dropdown>
    </Popover>
  );
}
