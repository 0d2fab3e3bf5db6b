import type { KnowledgeId } from '@hanasu/contract/ids';
import type { SearchHit } from '@hanasu/contract/knowledge';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import type { SearchResult } from './SearchSummary.tsx';
import classes from './SearchTest.module.css';

type Part = keyof SearchHit['stages'];

interface SearchHitCardProps {
  hit: SearchHit;
  rank: number;
  knowledgeUuid: KnowledgeId;
  stages: SearchResult['stages'];
  /** Highest score of each stage. */
  best: Readonly<Record<Part, number>>;
  actions?: ReactNode;
}

export function SearchHitCard({ hit, rank, knowledgeUuid, stages, best, actions }: SearchHitCardProps) {
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
      <HitParts hit={hit} stages={stages} best={best} />
      {actions && <div className={classes.actions}>{actions}</div>}
    </li>
  );
}

/** The part of a hit that each stage has made. */
const PARTS = [
  { part: 'words', stage: 'words' },
  { part: 'meaning', stage: 'meaning' },
  { part: 'fused', stage: 'fuse' },
  { part: 'reranked', stage: 'rerank' },
] as const satisfies readonly { part: Part; stage: SearchResult['stages'][number]['name'] }[];

/** Where each stage that ran has put this passage, and by how much. Words alone need no table: it is their order. */
function HitParts({ hit, stages, best }: Pick<SearchHitCardProps, 'hit' | 'stages' | 'best'>) {
  const { t } = useWords();
  const format = useFormat();
  const ran = PARTS.filter(({ stage }) =>
    stages.some(({ name, skipped }) => name === stage && skipped === null),
  );
  if (ran.length < 2) return null;
  return (
    <dl className={classes.parts} aria-label={t('knowledgeSettings.partsOf')}>
      {ran.map(({ part, stage }) => {
        const made = hit.stages[part];
        return (
          <div key={part} className={classes.part} data-missing={made === null}>
            <dt>{t(`knowledgeSettings.stages.${stage}`)}</dt>
            <dd>
              {made === null
                ? t('knowledgeSettings.notFoundBy')
                : `${t('knowledgeSettings.rankOf', { rank: String(made.rank) })} · ${format.decimal(made.score)}`}
              <span className={classes.partBar} aria-hidden>
                <span style={{ width: `${shareOf(made?.score ?? 0, best[part])}%` }} />
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

const shareOf = (score: number, best: number): number =>
  best > 0 ? Math.round(Math.max(0, Math.min(1, score / best)) * 100) : 0;
