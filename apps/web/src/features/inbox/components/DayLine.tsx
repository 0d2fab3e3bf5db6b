import { useFormat, useWords } from '../../../i18n/use-words.ts';
import classes from './Message.module.css';

const DAY_MS = 86_400_000;

export function DayLine({ at }: { at: string }) {
  const { t } = useWords();
  const format = useFormat();
  const day = new Date(at).toDateString();
  const isDay = (time: number) => new Date(time).toDateString() === day;
  const words = isDay(Date.now())
    ? t('inbox.today')
    : isDay(Date.now() - DAY_MS)
      ? t('inbox.yesterday')
      : format.date(at);
  return (
    <div className={classes.day}>
      <span>{words}</span>
    </div>
  );
}
