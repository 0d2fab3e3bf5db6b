import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { administratorQuery } from '../shell.queries.ts';
import { itemAt, NAVIGATION, type NavigationGroup, type NavigationItem } from './navigation.ts';
import { usePlace } from './use-place.ts';

/** The pages that this person is shown; no group is empty. */
export function useNavigation(): readonly NavigationGroup[] {
  const { data: isAdministrator = false } = useQuery(administratorQuery);
  return filterItems(NAVIGATION, ({ administrator }) => !administrator || isAdministrator);
}

/** The pages of every day, and the one that is open. */
export function useRail(): readonly NavigationGroup[] {
  const current = useCurrentItem();
  return filterItems(useNavigation(), (item) => item.isInRail === true || item === current);
}

/** The item of the page that is open; where one stands below another, the nearer. */
export function useCurrentItem(): NavigationItem | undefined {
  const { pathname } = useLocation();
  const { section } = usePlace();
  return itemAt(section ?? pathname);
}

const filterItems = (
  groups: readonly NavigationGroup[],
  isShown: (item: NavigationItem) => boolean,
): readonly NavigationGroup[] =>
  groups
    .map(({ group, items }) => ({ group, items: items.filter(isShown) }))
    .filter(({ items }) => items.length > 0);
