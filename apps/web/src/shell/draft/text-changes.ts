// Compares two described states of a draft: which texts and which parts are added, removed, changed or moved.

/** One value of a draft or version as text. */
export interface DescribedText {
  readonly key: string;
  /** Names the value for users. */
  readonly label: string;
  readonly text: string;
  /** Is compared as well, where different values have the same text. */
  readonly value?: string;
}

/** A question, a tap area, a page: what users see as one thing. */
export interface DescribedPart {
  readonly key: string;
  /** Names the part for users; empty for the draft as a whole. */
  readonly label: string;
  /** Key of the list that the part stands in. */
  readonly group: string;
  /** Describes where in the list it stands. */
  readonly place: string;
  /** Key of a part that it is added and removed with. */
  readonly owner?: string;
  readonly texts: readonly DescribedText[];
}

/** `before` is null for an added text, `after` for a removed one. Both are the same where only the value differs. */
export interface TextChange {
  readonly key: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface PartChange {
  readonly key: string;
  readonly label: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly place: string;
  /** The earlier place of a part that was moved, else null. */
  readonly movedFrom: string | null;
  readonly texts: readonly TextChange[];
}

interface Keyed {
  readonly key: string;
}

/** Lists the items of both states in the order of the second; a removed one follows its old predecessor. */
function pairItems<Item extends Keyed>(before: readonly Item[], after: readonly Item[]) {
  const old = new Map(before.map((item) => [item.key, item]));
  const kept = new Set(after.map(({ key }) => key));
  const removedAfter = new Map<string | null, Item[]>();
  let predecessor: string | null = null;
  for (const item of before) {
    if (kept.has(item.key)) predecessor = item.key;
    else removedAfter.set(predecessor, [...(removedAfter.get(predecessor) ?? []), item]);
  }
  const removedPairs = (key: string | null) =>
    (removedAfter.get(key) ?? []).map((item) => ({ before: item, after: undefined }));
  return [
    ...removedPairs(null),
    ...after.flatMap((item) => [
      { before: old.get(item.key), after: item as Item | undefined },
      ...removedPairs(item.key),
    ]),
  ];
}

/** Finds the texts that differ. */
export function changedTexts(
  before: readonly DescribedText[],
  after: readonly DescribedText[],
): TextChange[] {
  return pairItems(before, after).flatMap((pair): TextChange[] => {
    const { key, label } = pair.after ?? pair.before ?? { key: '', label: '' };
    if (pair.before?.text === pair.after?.text && pair.before?.value === pair.after?.value) return [];
    return [{ key, label, before: pair.before?.text ?? null, after: pair.after?.text ?? null }];
  });
}

/** Finds the parts that were added, removed or moved, or that have texts that differ. */
export function changedParts(
  before: readonly DescribedPart[],
  after: readonly DescribedPart[],
): PartChange[] {
  const unmoved = unmovedKeys(before, after);
  const [old, kept] = [before, after].map((parts) => new Set(parts.map(({ key }) => key)));
  return pairItems(before, after).flatMap((pair): PartChange[] => {
    const part = pair.after ?? pair.before;
    if (!part) return [];
    const { key, label, place, owner } = part;
    if (!pair.before || !pair.after) {
      const kind = pair.after ? 'added' : 'removed';
      const isOwned = owner !== undefined && !(pair.after ? old : kept)?.has(owner);
      return isOwned ? [] : [{ key, label, kind, place, movedFrom: null, texts: [] }];
    }
    const texts = changedTexts(pair.before.texts, pair.after.texts);
    const movedFrom = unmoved.has(key) ? null : pair.before.place;
    return texts.length > 0 || movedFrom !== null
      ? [{ key, label, kind: 'changed', place, movedFrom, texts }]
      : [];
  });
}

/** Parts that stand in the same list in the same order: as many as possible of each list. */
function unmovedKeys(before: readonly DescribedPart[], after: readonly DescribedPart[]): Set<string> {
  const index = new Map(before.map(({ key, group }, at) => [`${group} ${key}`, at]));
  return new Set(
    [...Map.groupBy(after, ({ group }) => group).entries()].flatMap(([group, parts]) => {
      const common = parts.filter(({ key }) => index.has(`${group} ${key}`));
      const places = common.map(({ key }) => index.get(`${group} ${key}`) ?? 0);
      return longestRising(places).flatMap((at) => common[at]?.key ?? []);
    }),
  );
}

/** Indexes of the longest subsequence of rising numbers. */
function longestRising(numbers: readonly number[]): number[] {
  const best: number[][] = [];
  for (const [at, number] of numbers.entries()) {
    const earlier = best.filter((one) => (numbers[one.at(-1) ?? 0] ?? 0) < number);
    const longest = earlier.reduce<number[]>((most, one) => (one.length > most.length ? one : most), []);
    best.push([...longest, at]);
  }
  return best.reduce<number[]>((most, one) => (one.length > most.length ? one : most), []);
}
