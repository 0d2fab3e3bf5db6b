import type { TestRunView } from '@hanasu/contract/question-sets';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import classes from './QuestionSets.module.css';

const WIDTH = 600;
const HEIGHT = 160;
const LEFT = 40;
const EDGE = 10;
const LINES = ['r1', 'r5', 'mrr'] as const;

/** Three lines over the runs, oldest first. The same numbers stand in the table below it. */
export function ScoreChart({ runs }: { runs: readonly TestRunView[] }) {
  const { t } = useWords();
  const format = useFormat();
  const x = (index: number) => LEFT + (index * (WIDTH - LEFT - EDGE)) / Math.max(1, runs.length - 1);
  const y = (share: number) => EDGE + (1 - share) * (HEIGHT - 2 * EDGE);
  return (
    <figure className={classes.chart}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('questionSets.chart')}>
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line x1={LEFT} x2={WIDTH - EDGE} y1={y(share)} y2={y(share)} className={classes.grid} />
            <text x={LEFT - 6} y={y(share) + 4} textAnchor="end" className={classes.tick}>
              {format.percent(share)}
            </text>
          </g>
        ))}
        {LINES.map((name) => (
          <g key={name} className={classes.line} data-line={name}>
            <polyline
              points={runs.map((run, index) => `${x(index)},${y(run.scores?.[name] ?? 0)}`).join(' ')}
            />
            {runs.map((run, index) => (
              <circle key={run.uuid} cx={x(index)} cy={y(run.scores?.[name] ?? 0)} r={3} />
            ))}
          </g>
        ))}
      </svg>
      <figcaption className={classes.legend}>
        {LINES.map((name) => (
          <span key={name} className={classes.key} data-line={name}>
            {t(`questionSets.${name}`)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
