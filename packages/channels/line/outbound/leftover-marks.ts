const STRONG = /(?<!\*)\*{2,3}(?!\*)/g;
const EMPHASIS = /(?<![*_])(\*|__)(?![\s*_])([^\n*]{0,200}?[^\s*])\1(?![*_])/gu;
const EDGE_PUNCTUATION = /^[\p{P}\p{S}]|[\p{P}\p{S}]$/u;

/**
 * CommonMark doesn't see the end of `**「強調」**です` (punctuation inside, a letter outside) and then pairs the
 * marks of a paragraph wrongly, so models' Japanese leaves some in the text. Pairing takes two at a time: what is
 * left of strong marks in an even number was meant as marks. A single `*` or a `__` also stands in names and notes,
 * so these go only around text with punctuation at an edge.
 */
export function dropLeftoverMarks(text: string): string {
  const strong = [...text.matchAll(STRONG)].length;
  const withoutStrong = strong > 0 && strong % 2 === 0 ? text.replaceAll(STRONG, '') : text;
  return withoutStrong.replaceAll(EMPHASIS, (whole, _mark: string, inside: string) =>
    EDGE_PUNCTUATION.test(inside) ? inside : whole,
  );
}
