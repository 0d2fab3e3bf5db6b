import type { EndpointOutput } from '@hanasu/contract/endpoint';
import type { searchKnowledge } from '@hanasu/contract/knowledge';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Surface } from '../../../shell/components/Surface.tsx';
import { Icon } from '../../../shell/Icon.tsx';
import classes from './SearchTest.module.css';

export type SearchResult = EndpointOutput<typeof searchKnowledge>;

/** Whether a bot would answer, and how long each stage of the search took. */
export function SearchSummary({ found }: { found: SearchResult }) {
  const { t } = useWords();
  const isAnswered = found.items.length > 0 && found.confidence >= found.least;
  return (
    <Surface className={classes.summary ?? ''}>
      <div>
        <p className={classes.verdict} data-answered={isAnswered}>
          <Icon name={isAnswered ? 'check-circle-2' : 'circle-help'} size={18} />
          {isAnswered ? t('knowledgeSettings.wouldAnswer') : t('knowledgeSettings.wouldNotKnow')}
        </p>
        <ConfidenceLine confidence={found.confidence} least={found.least} />
        {found.translated !== null && (
          <p className={classes.translated}>
            {t('knowledgeSettings.translated')}: <q>{found.translated}</q>
          </p>
        )}
      </div>
      {found.stages.length > 0 && <StageTable stages={found.stages} />}
    </Surface>
  );
}

function ConfidenceLine({ confidence, least }: { confidence: number; least: number }) {
  const { t } = useWords();
  const format = useFormat();
  const words = t('knowledgeSettings.confidence', {
    // Rounded down: what just misses the line must not read as if it reached it.
    confidence: format.percent(Math.floor(confidence * 100) / 100),
    least: format.percent(least),
  });
  return (
    <>
      <div
        className={classes.line}
        role="img"
        aria-label={`${t('knowledgeSettings.confidenceLabel')}: ${words}`}
      >
        <span
          className={classes.reached}
          data-answered={confidence >= least}
          style={{ width: `${Math.min(100, confidence * 100)}%` }}
        />
        <span className={classes.least} style={{ insetInlineStart: `${least * 100}%` }} />
      </div>
      <p className={classes.small}>{words}</p>
      <p className={classes.small}>{t('knowledgeSettings.confidenceHelp')}</p>
    </>
  );
}

function StageTable({ stages }: Pick<SearchResult, 'stages'>) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <table className={classes.stages} aria-label={t('knowledgeSettings.how')}>
      <thead>
        <tr>
          <th scope="col">{t('knowledgeSettings.stage')}</th>
          <th scope="col" data-number>
            {t('knowledgeSettings.looked')}
          </th>
          <th scope="col" data-number>
            {t('knowledgeSettings.time')}
          </th>
        </tr>
      </thead>
      <tbody>
        {stages.map(({ name, milliseconds, passages, skipped }) => (
          <tr key={name} data-skipped={skipped !== null}>
            <th scope="row">{t(`knowledgeSettings.stages.${name}`)}</th>
            {skipped === null ? (
              <>
                <td data-number>{passages > 0 ? format.number(passages) : '–'}</td>
                <td data-number>{`${format.decimal(milliseconds)} ms`}</td>
              </>
            ) : (
              <td colSpan={2} data-number>
                {t(`knowledgeSettings.skipped.${skipped}`)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
