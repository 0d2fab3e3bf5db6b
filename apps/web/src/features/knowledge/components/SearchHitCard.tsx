import type { KnowledgeId } from '@hanasu/contract/ids';
import type { SearchHit } from '@hanasu/contract/knowledge';
import { Link } from '@tanstack/react-router';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import classes from './SearchTest.module.css';

interface SearchHitCardProps {
  hit: SearchHit;
  rank: number;
  knowledgeUuid: KnowledgeId;
}

export function SearchHitCard({ hit, rank, knowledgeUuid }: SearchHitCardProps) {
  const { t } = useWords();
  const format = useFormat();
  const place = [
    ...hit.headingPath,
    ...(hit.page === null ? [] : [t('knowledge.page', { page: String(hit.page) })]),
  ].join(' › ');
  return (
    <li className={classes.hit}>
      <div className={classes.hitHead}>
        <span className={classes.rank}>{rank}</span>
        <Link
          to="/Knowledge/$id/documents/$documentId"
          params={{ id: knowledgeUuid, documentId: hit.documentUuid }}
          search={{ chunk: hit.embeddingUuid }}
          className={classes.hitTitle}
        >
          {hit.title}
        </Link>
        <span className={classes.score}>
          <span className={classes.meter} aria-hidden>
            <span style={{ width: `${Math.round(hit.confidence * 100)}%` }} />
          </span>
          {t('knowledge.confidence', { confidence: format.percent(hit.confidence) })}
          {' · '}
          {t('knowledge.score', { score: format.decimal(hit.score) })}
        </span>
      </div>
      {place && <p className={classes.place}>{place}</p>}
      <p className={classes.text}>{hit.text}</p>
    </li>
  );
}
