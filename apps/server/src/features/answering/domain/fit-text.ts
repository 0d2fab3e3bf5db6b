import { estimateTokens } from '@hanasu/models/tokens/estimate-tokens';

/** No token is more characters than this in the estimate. */
const MOST_CHARACTERS_A_TOKEN = 4.2;

/** The longest beginning of a text that has at most so many tokens, whole characters only. */
export function startWithin(text: string, tokens: number): string {
  if (tokens <= 0) return '';
  const longest = Math.ceil(tokens * MOST_CHARACTERS_A_TOKEN) + 1;
  if (text.length <= longest && estimateTokens(text) <= tokens) return text;
  let fits = 0;
  let tooMany = Math.min(text.length, longest) + 1;
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (estimateTokens(text.slice(0, middle)) <= tokens) fits = middle;
    else tooMany = middle;
  }
  return wholeCharacters(text.slice(0, fits));
}

/** A text of at most so many tokens: its beginning and its end when it is longer, since questions stand at either. */
export function endsWithin(text: string, tokens: number): string {
  const start = startWithin(text, tokens);
  if (start.length === text.length) return text;
  const room = Math.max(0, tokens - 4);
  const tail = Math.floor(room / 4);
  const reversed = startWithin(
    text
      .slice(text.length - tail * 5)
      .split('')
      .reverse()
      .join(''),
    tail,
  );
  const end = reversed.split('').reverse().join('');
  return `${startWithin(text, room - tail)}\n…\n${wholeCharacters(end)}`;
}

const wholeCharacters = (text: string): string =>
  text.isWellFormed() ? text : text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
