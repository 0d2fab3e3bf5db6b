import { useQuery } from '@tanstack/react-query';
import { administratorQuery } from '../shell.queries.ts';
import { NAVIGATION, type NavigationGroup } from './navigation.ts';

/** The pages that this person is shown; no group is empty. */
export function useNavigation(): readonly NavigationGroup[] {
  const { data: isAdministrator = false } = useQuery(administratorQuery);
  return NAVIGATION.map(({ group, items }) => ({
    group,
    items: items.filter(({ administrator }) => !administrator || isAdministrator),
  })).filter(({ items }) => items.length > 0);
}
