/** The address of a citation's link in rendered markdown; the number follows. */
export const CITATION_LINK = '#citation-';

interface Node {
  type: string;
  value?: string;
  url?: string;
  children?: Node[];
}

/** Turns `[1]` into a link to citation 1 when there is such a citation; inside code and links it stays text. */
export function remarkCitations(numbers: readonly number[]) {
  const known = new Set(numbers);
  return (tree: Node) => visit(tree, known);
}

function visit(node: Node, known: ReadonlySet<number>): void {
  if (!node.children || node.type === 'link' || node.type === 'linkReference') return;
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text' && child.value) return splitText(child.value, known);
    visit(child, known);
    return [child];
  });
}

function splitText(text: string, known: ReadonlySet<number>): Node[] {
  return text
    .split(/(\[\d{1,3}\])/)
    .filter(Boolean)
    .map((piece) => {
      const number = Number(/^\[(\d+)\]$/.exec(piece)?.[1]);
      if (!known.has(number)) return { type: 'text', value: piece };
      return {
        type: 'link',
        url: `${CITATION_LINK}${number}`,
        children: [{ type: 'text', value: String(number) }],
      };
    });
}
