/** One line of a list in a chat. */
interface Line {
  readonly number: number;
  readonly label: string;
  /** Behind a colon; absent: the label alone. */
  readonly text?: string;
}

/** UTF-16 units of a list, so that what follows it stands in the same message: Zalo's has 2,000, Telegram's 4,096, LINE's 5,000. */
const LIST_LENGTH = 1_600;
/** Most characters of a label and of a text, from the longest to the shortest that still says something. */
const WIDTHS = [Number.POSITIVE_INFINITY, 120, 60, 30, 16];

const characters = new Intl.Segmenter();

function shortened(text: string, width: number): string {
  if (text.length <= width) return text;
  const shown: string[] = [];
  for (const { segment } of characters.segment(text)) {
    if (shown.length >= width) return `${shown.slice(0, -1).join('').trimEnd()}…`;
    shown.push(segment);
  }
  return text;
}

/** Lines of a list, all of them shortened alike until they fit into a message of every vendor. */
export function fitLines(lines: readonly Line[]): string[] {
  const written = (width: number): string[] =>
    lines.map(({ number, label, text }) =>
      [`${number}. ${shortened(label, width)}`, ...(text === undefined ? [] : [shortened(text, width)])].join(
        ': ',
      ),
    );
  const fits = (width: number): boolean => written(width).join('\n').length <= LIST_LENGTH;
  return written(WIDTHS.find(fits) ?? WIDTHS.at(-1) ?? 0);
}
