import type { NotifyView } from '@hanasu/contract/notify';
import { Badge } from '@mantine/core';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { StackedSection } from '../../../shell/components/StackedSection.tsx';
import { useDetailWords } from '../use-detail-words.ts';
import classes from './Notify.module.css';

const COLORS = { waiting: 'gray', sent: 'green', failed: 'red' } as const;

export function RecentSection({ recent }: { recent: NotifyView['recent'] }) {
  const { t } = useWords();
  const { ago } = useFormat();
  const detailWords = useDetailWords();
  return (
    <StackedSection title={t('notify.recent')} text={t('notify.recentText')}>
      {recent.length === 0 && <p className={classes.dim}>{t('notify.noRecent')}</p>}
      <ul className={classes.list}>
        {recent.map(({ event, way, subject, state, detail, at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no id, and rows keep nothing
          <li key={`${at} ${way} ${index}`} className={classes.row}>
            <div>
              <p>
                {t(`notify.events.${event}`)}
                {subject !== '' && `: ${subject}`}
              </p>
              <p className={classes.dim}>
                {t(`notify.ways.${way}`)} · {ago(at)}
                {detail !== null && ` · ${detailWords(detail)}`}
              </p>
            </div>
            <Badge color={COLORS[state]} variant="light">
              {t(`notify.states.${state}`)}
            </Badge>
          </li>
        ))}
      </ul>
    </StackedSection>
  );
}
