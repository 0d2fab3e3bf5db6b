import type { InsightsView, Period } from '@hanasu/contract/insights';
import { Link, type LinkProps } from '@tanstack/react-router';
import { LOCALE_TAGS } from '../../../i18n/locales.ts';
import { useFormat, useWords } from '../../../i18n/use-words.ts';
import { Sparkline } from '../../../shell/components/Sparkline.tsx';
import classes from './Overview.module.css';

interface NumberStripProps {
  insights: InsightsView;
  days: Period;
  balance: number | undefined;
}

/** The four in the middle are the conversations, each once. */
const KEYS = ['conversations', 'botOnly', 'botAndStaff', 'staffOnly', 'unanswered', 'tokens'] as const;
type Key = (typeof KEYS)[number];
const COLORS = {
  conversations: 'var(--chart-bot)',
  botOnly: 'var(--chart-bot)',
  botAndStaff: 'var(--chart-bot)',
  staffOnly: 'var(--chart-person)',
  unanswered: 'var(--chart-none)',
  tokens: 'var(--chart-4)',
} as const satisfies Record<Key, string>;
/** A longer time says nothing. */
const A_YEAR = 365;
const OUTCOMES = {
  botOnly: 'bot_only',
  botAndStaff: 'bot_and_staff',
  staffOnly: 'staff_only',
  unanswered: 'unanswered',
} as const;

/** The rows that a number counts. */
function rowsOf(key: Key, from: string): Pick<LinkProps, 'to' | 'search'> {
  if (key === 'tokens') return { to: '/Token', search: { from, tests: false } };
  if (key === 'conversations') return { to: '/Message', search: { from } };
  return { to: '/Message', search: { from, outcome: OUTCOMES[key] } };
}

/** The numbers of the period; each leads to its rows. */
export function NumberStrip({ insights, days, balance }: NumberStripProps) {
  const { t } = useWords();
  const format = useFormat();
  const notes = useNotes({ insights, days, balance });
  return (
    <section aria-labelledby="numbers">
      <h2 id="numbers" className={classes.heading}>
        {t('overview.numbers.title', { days })}
      </h2>
      <ul className={classes.strip}>
        {KEYS.map((key) => (
          <li key={key}>
            <Link {...rowsOf(key, insights.from)} className={classes.figure}>
              <span className={classes.label}>{t(`overview.numbers.${key}`)}</span>
              <span className={classes.value}>
                <span data-number={key}>{format.number(insights.numbers[key])}</span>
                <Sparkline values={insights.days.map((day) => day[key])} color={COLORS[key]} />
              </span>
              <span className={classes.note}>{notes[key]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a number means beside those before it. */
function useNotes({ insights, days, balance }: NumberStripProps): Record<Key, string> {
  const { t, locale } = useWords();
  const format = useFormat();
  const { numbers, before } = insights;
  const change = (key: Key): string => {
    const difference = numbers[key] - before[key];
    if (difference === 0) return t('overview.numbers.same', { days });
    return t('overview.numbers.before', { change: format.signed(difference), days });
  };
  const share = (key: 'botOnly' | 'botAndStaff' | 'staffOnly' | 'unanswered'): string =>
    numbers.conversations === 0
      ? change(key)
      : t('overview.numbers.share', { share: format.percent(numbers[key] / numbers.conversations) });
  const lasts = numbers.tokens > 0 && balance ? Math.floor((balance * Number(days)) / numbers.tokens) : null;
  return {
    conversations: change('conversations'),
    botOnly: share('botOnly'),
    botAndStaff: share('botAndStaff'),
    staffOnly:
      numbers.responseSeconds === null
        ? share('staffOnly')
        : t('overview.numbers.response', { time: lengthWords(numbers.responseSeconds, LOCALE_TAGS[locale]) }),
    unanswered:
      numbers.notFound === 0
        ? share('unanswered')
        : t('overview.numbers.notFound', { count: numbers.notFound }),
    tokens:
      lasts === null || lasts > A_YEAR
        ? change('tokens')
        : t('overview.numbers.lasts', { days: format.compact(lasts) }),
  };
}

const LENGTHS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** The largest unit alone is enough for a median. */
function lengthWords(seconds: number, tag: string): string {
  const [unit, size] = LENGTHS.find(([, length]) => seconds >= length) ?? (['second', 1] as const);
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' })
    .format(Math.round(seconds / size))
    .replace(/(\d) (?=\p{Script=Han})/u, '$1');
}
