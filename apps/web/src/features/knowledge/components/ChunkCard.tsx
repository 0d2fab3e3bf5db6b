import type { EmbeddingView } from '@hanasu/contract/knowledge';
import { useEffect, useRef } from 'react';
import { useWords } from '../../../i18n/use-words.ts';
import classes from './DocumentReader.module.css';

interface ChunkCardProps {
  chunk: EmbeddingView;
  chosen: boolean;
  onChoose: () => void;
}

export function ChunkCard({ chunk, chosen, onChoose }: ChunkCardProps) {
  const { t } = useWords();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const element = button.current;
    const list = element?.closest('ol');
    if (!chosen || !element || !list) return;
    const above = element.offsetTop - list.offsetTop < list.scrollTop;
    const below =
      element.offsetTop - list.offsetTop + element.offsetHeight > list.scrollTop + list.clientHeight;
    if (above || below) list.scrollTop = element.offsetTop - list.offsetTop - 12;
  }, [chosen]);
  return (
    <li>
      <button ref={button} type="button" className={classes.chunk} aria-pressed={chosen} onClick={onChoose}>
        <span className={classes.chunkHead}>
          <span className={classes.position}>
            {t('knowledge.position', { position: String(chunk.position + 1) })}
          </span>
          <span className={classes.path}>{chunk.headingPath.join(' › ')}</span>
          {chunk.page !== null && <span>{t('knowledge.page', { page: String(chunk.page) })}</span>}
        </span>
        <span className={classes.chunkText}>{chunk.text}</span>
      </button>
    </li>
  );
}
