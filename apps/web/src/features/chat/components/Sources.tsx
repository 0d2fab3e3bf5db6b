import { useWords } from '../../../i18n/use-words.ts';
import type { ChatTurn } from '../chat-turn.ts';
import classes from './ChatPanel.module.css';
import { CitationChip } from './CitationChip.tsx';

interface SourcesProps {
  turn: ChatTurn;
  /** Also what was found but not cited. */
  showDetails: boolean;
}

export function Sources({ turn, showDetails }: SourcesProps) {
  const { t } = useWords();
  const isCited = (number: number) => turn.text.includes(`[${number}]`);
  const cited = turn.citations.filter(({ number }) => isCited(number));
  const others = showDetails ? turn.citations.filter(({ number }) => !isCited(number)) : [];
  if (cited.length + others.length === 0) return null;
  return (
    <section className={classes.sources} aria-label={t('chat.sources')}>
      {cited.map((citation) => (
        <CitationChip key={citation.number} citation={citation} titled />
      ))}
      {others.map((citation) => (
        <CitationChip key={citation.number} citation={citation} titled dim />
      ))}
    </section>
  );
}
