import type { Citation } from '@hanasu/contract/chat';
import { useWords } from '../../../i18n/use-words.ts';
import classes from './ChatPage.module.css';
import { PassageCard } from './PassageCard.tsx';

interface CitationsPaneProps {
  citations: readonly Citation[];
}

/** The passages the latest answer rests on, open to read. */
export function CitationsPane({ citations }: CitationsPaneProps) {
  const { t } = useWords();
  return (
    <aside className={classes.citations} aria-label={t('chat.sources')}>
      <h2 className={classes.paneTitle}>{t('chat.sources')}</h2>
      {citations.length === 0 && <p className={classes.dim}>{t('chat.sourcesEmpty')}</p>}
      <ol className={classes.passages}>
        {citations.map((citation) => (
          <li key={citation.number}>
            <span className={classes.number}>{citation.number}</span>
            <PassageCard citation={citation} />
          </li>
        ))}
      </ol>
    </aside>
  );
}
