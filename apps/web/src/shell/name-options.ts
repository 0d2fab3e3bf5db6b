import { useFormat, useWords } from '../i18n/use-words.ts';

interface Named {
  readonly uuid: string;
  readonly name: string;
  readonly createdAt?: string;
}
interface NameOption {
  readonly value: string;
  readonly label: string;
}

/** Makes the options of a picker. Where items share a name, each says when it was created. */
export function useNameOptions(): (items: readonly Named[]) => NameOption[] {
  const { t } = useWords();
  const format = useFormat();
  const labelOf = (item: Named, items: readonly Named[]): string => {
    const { uuid, name, createdAt } = item;
    const twins = items.filter((each) => each.name === name);
    if (twins.length === 1) return name;
    // The day, or the minute where the days are the same.
    const write = [format.date, format.dateTime].find((each) => isDistinct(twins, each));
    if (write && createdAt) return t('shell.twins.created', { name, when: write(createdAt) });
    // Ids begin with the moment of creation.
    const older = twins.filter((each) => each.uuid < uuid).length;
    return t('shell.twins.number', { name, number: format.number(older + 1) });
  };
  return (items) => items.map((item) => ({ value: item.uuid, label: labelOf(item, items) }));
}

/** Whether each of the items has a date and no two dates read the same. */
function isDistinct(items: readonly Named[], write: (iso: string) => string): boolean {
  const dates = items.flatMap(({ createdAt }) => (createdAt ? [write(createdAt)] : []));
  return new Set(dates).size === items.length;
}
