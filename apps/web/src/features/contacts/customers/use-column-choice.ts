import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../../shell/shell.queries.ts';
import { type ColumnChoice, NO_CHOICE, readChoice } from './column-choice.ts';

/** Columns as this person likes them, on this device; the same on each page that shows customers. */
export function useColumnChoice() {
  const { data: me } = useQuery(meQuery);
  return useLocalStorage<ColumnChoice>({
    key: `customer-columns:${me?.uuid ?? ''}`,
    defaultValue: NO_CHOICE,
    getInitialValueInEffect: false,
    deserialize: readChoice,
  });
}
