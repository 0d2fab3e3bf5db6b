/** A passage where it stands: `start`..`end` are UTF-16 offsets into its document's text, end exclusive. */
export interface Placed {
  readonly documentId: string;
  readonly position: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Passages of one document that stand together, in order, overlaps said once. `text` joins them. */
export interface ChosenPassage<Passage extends Placed> {
  /** The ranked passage it was chosen for. */
  readonly found: Passage;
  readonly passages: readonly Passage[];
  readonly text: string;
  readonly tokens: number;
}

export interface PassageBudget<Passage extends Placed> {
  /** Model tokens for all texts together. */
  readonly tokens: number;
  /** At most this many places. */
  readonly limit?: number;
  /** The passages just before and after it in its document, when known. */
  neighbours?(passage: Passage): { readonly before?: Passage; readonly after?: Passage };
  countTokens(text: string): number;
}

interface Place<Passage extends Placed> {
  readonly found: Passage;
  readonly members: readonly Passage[];
}

/**
 * Passages for an answer within a budget, best first. Takes ranked passages whole until the next one doesn't fit (a
 * later, shorter one may), then spends what is left on neighbours of the best. Passages that touch are one place, at
 * the rank of the better; the best passage is taken even when it alone is over the budget.
 */
export function choosePassages<Passage extends Placed>(
  ranked: readonly Passage[],
  budget: PassageBudget<Passage>,
): ChosenPassage<Passage>[] {
  const limit = budget.limit ?? Number.POSITIVE_INFINITY;
  let places: readonly Place<Passage>[] = [];
  const tryAdd = (passage: Passage, owner: Passage): void => {
    if (places.some(({ members }) => members.some((member) => isSamePassage(member, passage)))) return;
    const next = withPassage(places, passage, owner);
    if (next.length > limit || (places.length > 0 && tokensOf(next, budget) > budget.tokens)) return;
    places = next;
  };
  for (const passage of ranked) tryAdd(passage, passage);
  for (const { found } of places) {
    const { after, before } = budget.neighbours?.(found) ?? {};
    // What follows explains a passage more often than what comes before it.
    if (after && touches(found, after)) tryAdd(after, found);
    if (before && touches(found, before)) tryAdd(before, found);
  }
  return places.map(({ found, members }) => {
    const text = joined(members);
    return { found, passages: members, text, tokens: budget.countTokens(text) };
  });
}

const isSamePassage = (one: Placed, other: Placed): boolean =>
  one.documentId === other.documentId && one.position === other.position;

const touches = (one: Placed, other: Placed): boolean =>
  one.documentId === other.documentId && Math.abs(one.position - other.position) === 1;

/** The places with one more passage: joined to all that it touches, in the place of the best of them. */
function withPassage<Passage extends Placed>(
  places: readonly Place<Passage>[],
  passage: Passage,
  owner: Passage,
): Place<Passage>[] {
  const near = places.filter(({ members }) => members.some((member) => touches(member, passage)));
  const [best] = near;
  if (!best) return [...places, { found: owner, members: [passage] }];
  const members = [...near.flatMap((place) => place.members), passage];
  const place = { found: best.found, members: members.sort((one, other) => one.position - other.position) };
  return places.flatMap((other) => (other === best ? [place] : near.includes(other) ? [] : [other]));
}

function tokensOf<Passage extends Placed>(
  places: readonly Place<Passage>[],
  { countTokens }: PassageBudget<Passage>,
): number {
  return places.reduce((sum, { members }) => sum + countTokens(joined(members)), 0);
}

/** Texts in order; what the end of one and the start of the next share is there once. */
function joined(members: readonly Placed[]): string {
  let text = '';
  let end = Number.NEGATIVE_INFINITY;
  for (const member of members) {
    const isSource = member.text.length === member.end - member.start;
    const shared = isSource && member.start < end ? end - member.start : 0;
    const rest = member.text.slice(shared);
    if (text === '') text = rest;
    else if (rest !== '') text += (shared > 0 || member.start === end ? '' : '\n') + rest;
    end = isSource ? Math.max(end, member.end) : Number.NEGATIVE_INFINITY;
  }
  return text;
}
