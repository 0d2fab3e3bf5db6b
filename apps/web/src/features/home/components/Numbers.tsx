import type { HomeView } from '@hanasu/contract/insights';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Stat, Stats } from '../../../shell/components/Stats.tsx';
import classes from './Home.module.css';

const KEYS = ['conversations', 'answered', 'notFound', 'handedOver', 'tokens'] as const;

export function Numbers({ numbers }: { numbers: HomeView['last7Days'] }) {
  const { t } = useWords();
  const format = useFormat();
  return (
    <section aria-labelledby="numbers">
      <h2 id="numbers" className={classes.heading} style={{ marginBottom: 10 }}>
        {t('home.numbers.title')}
      </h2>
      <Stats>
        {KEYS.map((key) => (
          <Stat key={key} label={t(`home.numbers.${key}`)} value={format.number(numbers[key])} />
        ))}
      </Stats>
    </section>
  );
}
