import type { TagShort, TagView } from '@hanasu/contract/tags';
import { foldForSearch } from '@hanasu/contract/text';

/** The server takes one name for the same as another that differs by case. */
const sameName = (one: string, other: string): boolean =>
  one.normalize('NFC').trim().toLowerCase() === other.normalize('NFC').trim().toLowerCase();

interface FoundTags {
  /** That a customer can still be given; the one that is called so comes first, then those that begin so. */
  readonly fitting: readonly TagView[];
  /** The name of a tag to be made: no tag in use is called so. Null: there is one, or nothing was typed. */
  readonly fresh: string | null;
}

/** Tags that fit what was typed, in any kana, width, case and accents. */
export function findTags(
  all: readonly TagView[],
  given: readonly Pick<TagShort, 'uuid'>[],
  typed: string,
): FoundTags {
  const used = all.filter(({ archivedAt }) => archivedAt === null);
  const words = foldForSearch(typed.trim());
  const rank = ({ name }: TagView): number => {
    const folded = foldForSearch(name);
    if (folded === words) return 0;
    return folded.startsWith(words) ? 1 : 2;
  };
  const fitting = used
    .filter(
      ({ uuid, name }) => !given.some((tag) => tag.uuid === uuid) && foldForSearch(name).includes(words),
    )
    .toSorted((one, other) => rank(one) - rank(other));
  const name = typed.normalize('NFC').trim();
  return { fitting, fresh: name !== '' && !used.some((tag) => sameName(tag.name, name)) ? name : null };
}
