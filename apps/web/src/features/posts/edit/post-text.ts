const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body;

export const picturesOf = (html: string): { alt: string }[] =>
  Array.from(parse(html).querySelectorAll('img[data-media]'), (picture) => ({
    alt: picture.getAttribute('alt') ?? '',
  }));

/** Whether there is nothing to read. A picture alone is no text. */
export const isEmptyHtml = (html: string): boolean => parse(html).textContent.trim() === '';

interface TextOptions {
  /** Stands for a picture. */
  readonly picture: (alt: string) => string;
}

const BLOCKS = 'p, h2, h3, h4, li, pre, tr, figcaption, a[data-button], hr, img';

/** The text of a post, a line for each block: what is compared between two versions. */
export function linesOfHtml(html: string, { picture }: TextOptions): string[] {
  const body = parse(html);
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n');
  const lineOf = (block: Element): string => {
    if (block.matches('img')) return picture(block.getAttribute('alt') ?? '');
    if (block.matches('hr')) return '———';
    if (block.matches('tr')) return Array.from(block.children, (cell) => cell.textContent.trim()).join(' | ');
    const { textContent: text } = block;
    if (block.matches('h2, h3, h4')) return `\n${text}`;
    return block.matches('li') || block.parentElement?.matches('li') ? `• ${text}` : text;
  };
  return (
    Array.from(body.querySelectorAll(BLOCKS))
      .filter((block) => block.matches('tr') || !block.closest('tr'))
      // A list item's text stands in its paragraphs.
      .filter((block) => !block.matches('li') || !block.querySelector('p, pre'))
      .map(lineOf)
      .filter((line) => line.trim())
  );
}

/** The text alone, for counting. */
export const plainText = (html: string): string => linesOfHtml(html, { picture: () => '' }).join('\n');

export interface TextCount {
  readonly words: number;
  /** As people see them, without spaces. */
  readonly characters: number;
}

/** Counts characters as people see them, without spaces. */
export const countCharacters = (text: string): number =>
  Array.from(new Intl.Segmenter().segment(text.replaceAll(/\s/g, ''))).length;

/** Counts by the rules of the language: Japanese has no spaces between words. */
export function countText(text: string, language: string): TextCount {
  const words = new Intl.Segmenter(language, { granularity: 'word' });
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count += 1;
  return { words: count, characters: countCharacters(text) };
}
