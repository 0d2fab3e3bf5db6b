const ESCAPE_LENGTH = '_xHHHH_'.length;
const BEFORE_LINE_FEED = /^(?:\n|_x000a_)/i;

/** The character of an escape at this place. A carriage return before a line feed is a part of that line break. */
function characterOf(digits: string, whole: string, at: number): string {
  const code = Number.parseInt(digits, 16);
  const rest = whole.slice(at + ESCAPE_LENGTH, at + 2 * ESCAPE_LENGTH);
  if (code === 0x0d && BEFORE_LINE_FEED.test(rest)) return '';
  if (code >= 0x0a && code <= 0x0d) return '\n';
  const isControl = (code < 0x20 && code !== 0x09) || (code >= 0x7f && code < 0xa0) || code >= 0xff_fe;
  return isControl ? '' : String.fromCharCode(code);
}

/**
 * A string of a workbook in its runs (ST_Xstring, ECMA-376 part 1, 22.9.2.19): `_xHHHH_` stands for a character of
 * UTF-16, and `_x005F_` for the underscore of what only looks like an escape. An escape may be cut over two runs.
 */
export function decodeXstringRuns(runs: readonly string[]): readonly string[] {
  const whole = runs.join('');
  if (!/_x/i.test(whole)) return runs;
  const decoded = runs.map(() => '');
  let run = 0;
  let end = runs[0]?.length ?? 0;
  for (const match of whole.matchAll(/_x([\da-f]{4})_|[\s\S]/gi)) {
    while (match.index >= end && run < runs.length - 1) end += runs[++run]?.length ?? 0;
    decoded[run] += match[1] === undefined ? match[0] : characterOf(match[1], whole, match.index);
  }
  return decoded.map((text) => text.toWellFormed());
}

export const decodeXstring = (text: string): string => decodeXstringRuns([text])[0] ?? '';

/** Text of slides and drawings, in which programs escape nothing but control characters. */
export const decodeControls = (text: string): string =>
  text.replaceAll(/_x(00[01][\da-f])_/gi, (_, digits: string, at: number) => characterOf(digits, text, at));
