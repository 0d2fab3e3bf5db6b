import { type NumberStyle, numberStyleOf, readTypedNumber } from '@hanasu/contract/typed-numbers';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useWords } from '../../i18n/use-words.ts';
import { meQuery } from '../../shell/shell.queries.ts';

/** How staff of this account write numbers: by its time zone, else by the language in use. */
export function useNumberStyle(): NumberStyle {
  const { locale } = useWords();
  const { data: me } = useQuery(meQuery);
  return numberStyleOf({ timeZone: me?.account.timeZone, language: locale });
}

/** Why a text can't be taken as a number; null: it can. A text with two readings is answered with both. */
export function useNumberProblem(): (text: string) => string | null {
  const { t } = useWords();
  const format = useFormat();
  const style = useNumberStyle();
  return (text) => {
    const read = readTypedNumber(text, style);
    if (read === null) return t('contact.wrong.number');
    if (read.kind === 'number') return null;
    const [low = 0, high = 0] = [read.readings['.'], read.readings[',']].sort((a, b) => a - b);
    return t('contact.wrong.twoWays', { one: format.decimal(low), other: format.decimal(high) });
  };
}
