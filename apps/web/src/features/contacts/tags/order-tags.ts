import type { TagGroupId } from '@hanasu/contract/ids';
import type { TagGroupView, TagView } from '@hanasu/contract/tags';

interface TagSection {
  /** Null: tags without a group. */
  readonly group: TagGroupView | null;
  readonly tags: readonly TagView[];
}

/** Tags in use below their groups, in order; a group without tags is there too. */
export function sectionsOf(groups: readonly TagGroupView[], tags: readonly TagView[]): TagSection[] {
  const used = tags.filter(({ archivedAt }) => archivedAt === null);
  const of = (id: TagGroupId | null) => used.filter(({ groupUuid }) => groupUuid === id);
  const loose = of(null);
  const sections: TagSection[] = groups.map((group) => ({ group, tags: of(group.uuid) }));
  return loose.length > 0 ? [...sections, { group: null, tags: loose }] : sections;
}

interface Placed {
  readonly uuid: string;
  readonly position: number;
}

/**
 * The places to be written so that `one` stands so many further on in its list: as few as can be, among the places that the
 * list has already. Where several share a place, the ones after make room.
 */
export function placesAfterMove<Each extends Placed>(
  list: readonly Each[],
  one: Each,
  by: number,
): { readonly item: Each; readonly position: number }[] {
  const from = list.indexOf(one);
  const to = from + by;
  if (from < 0 || to < 0 || to >= list.length) return [];
  const order = list.toSpliced(from, 1).toSpliced(to, 0, one);
  let last = -1;
  const places = list.map(({ position }) => {
    last = Math.max(position, last + 1);
    return last;
  });
  return order.flatMap((item, index) => {
    const position = places[index] ?? index;
    return item.position === position ? [] : [{ item, position }];
  });
}

/** Parts of the page; here, because the address is read before the page is fetched. */
export const TAG_TABS = ['tags', 'rules'] as const;
