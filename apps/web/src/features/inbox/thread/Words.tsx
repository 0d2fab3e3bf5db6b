import classes from './Message.module.css';

/** Plain words, as they were typed, with addresses to open. */
export const Words = ({ text }: { text: string }) => (
  <p className={classes.words}>
    {linkParts(text).map(({ text: part, href }, index) =>
      href ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name.
        <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow">
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </p>
);

interface TextPart {
  readonly text: string;
  readonly href?: string;
}

/** Ends where a space, a quotation mark, a bracket or full-width punctuation does. */
const ADDRESS = /https?:\/\/[^\s<>"'\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff5b-\uff65]+/giu;
const ENDS_SENTENCE = /[.,:;!?)\]]+$/;

/** Splits a text at its web addresses. Punctuation that ends a sentence is no part of an address. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(ENDS_SENTENCE, (end) => (isOpen(found) && end[0] === ')' ? ')' : ''));
    if (!URL.canParse(address)) continue;
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: address, href: address });
    from = index + address.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** `…/Hanasu_(bot)`: the bracket at the end closes one within. */
const isOpen = (address: string): boolean => address.includes('(');
