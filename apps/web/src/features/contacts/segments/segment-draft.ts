import {
  Condition,
  type SegmentDefinition,
  type SegmentNode,
  type SegmentProblem,
  type ShownCondition,
} from '@hanasu/contract/segments';

/** As a definition is shown: a row may stand for what cannot be read. */
type ShownNode = SegmentNode<ShownCondition>;
export type ShownGroup = Extract<ShownNode, { readonly items: unknown }>;
export type GroupKind = ShownGroup['kind'];

/** One sentence. Of a definition it is a condition, or a group `not` with that condition alone. */
export interface DraftRow {
  readonly id: string;
  readonly condition: ShownCondition;
  readonly isNot: boolean;
  /** The wording that was chosen; null: the first that fits. */
  readonly word: string | null;
}
export interface DraftGroup {
  readonly id: string;
  readonly kind: GroupKind;
  readonly items: readonly DraftNode[];
}
export type DraftNode = DraftRow | DraftGroup;

/** Levels of groups, the outermost one among them. */
export const LEVELS = 3;

let last = 0;
const newId = (): string => `row-${++last}`;

export const newRow = (condition: ShownCondition): DraftRow => ({
  id: newId(),
  condition,
  isNot: false,
  word: null,
});
export const newGroup = (kind: GroupKind, items: readonly DraftNode[] = []): DraftGroup => ({
  id: newId(),
  kind,
  items,
});

const UNREADABLE: ShownCondition = { kind: 'unreadable' };

/** Also of an address, which anybody can write. */
export function readDraft(group: ShownGroup): DraftGroup {
  return newGroup(group.kind, group.items.map(readNode));
}

function readNode(node: ShownNode): DraftNode {
  if (!('items' in node)) return newRow(Condition.safeParse(node).data ?? UNREADABLE);
  const [only, ...others] = node.items;
  if (node.kind === 'not' && only && others.length === 0 && !('items' in only))
    return { ...newRow(Condition.safeParse(only).data ?? UNREADABLE), isNot: true };
  return readDraft(node);
}

const nodeOf = (node: DraftNode): ShownNode => {
  if ('items' in node) return { kind: node.kind, items: node.items.map(nodeOf) };
  return node.isNot ? { kind: 'not', items: [node.condition] } : node.condition;
};

/** Rows that say too little or what cannot be, by their id. */
export const unfinishedIn = (group: DraftGroup): ReadonlySet<string> =>
  new Set(
    rowsOf(group)
      .filter(({ condition }) => !Condition.safeParse(condition).success)
      .map(({ id }) => id),
  );

/** What the server is asked with; null: a row is unfinished, or a group has none. */
export function definitionOf(group: DraftGroup): SegmentDefinition | null {
  if (hasEmptyGroup(group) || unfinishedIn(group).size > 0) return null;
  return nodeOf(group) as SegmentDefinition;
}

const hasEmptyGroup = ({ items }: DraftGroup): boolean =>
  items.length === 0 || items.some((item) => 'items' in item && hasEmptyGroup(item));

export const rowsOf = ({ items }: DraftGroup): DraftRow[] =>
  items.flatMap((item) => ('items' in item ? rowsOf(item) : [item]));

/** The row or group that stands at each path of its definition. */
export function idsByPath(node: DraftNode, path = ''): Map<string, string> {
  const found = new Map([[path, node.id]]);
  if ('items' in node)
    for (const [index, item] of node.items.entries())
      for (const [below, id] of idsByPath(item, `${path && `${path}.`}items.${index}`)) found.set(below, id);
  else if (node.isNot) found.set(`${path}.items.0`, node.id);
  return found;
}

/** What is wrong, by the id of the row or group. */
export function problemsById(
  group: DraftGroup,
  problems: readonly SegmentProblem[],
): ReadonlyMap<string, SegmentProblem['reason']> {
  const ids = idsByPath(group);
  return new Map(
    problems.flatMap(({ path, reason }) => {
      const id = ids.get(path);
      return id ? [[id, reason] as const] : [];
    }),
  );
}

/** The same again, as rows of its own. */
export const copyOf = (node: DraftNode): DraftNode =>
  'items' in node ? newGroup(node.kind, node.items.map(copyOf)) : { ...node, id: newId() };
