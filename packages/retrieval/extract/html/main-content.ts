import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

/** Larger pages are read whole: finding the main content takes time by more than their size. */
const ELEMENTS_MAX = 20_000;
const DEPTH_MAX = 250;
const SIZE_MAX = 4_000_000;

/** HTML of the part of a page that is its article, or null when none can be told. */
export function findMainContent(
  html: string,
  shape: { readonly deepest: number; readonly elements: number },
): { readonly html: string; readonly characters: number } | null {
  if (shape.deepest > DEPTH_MAX || shape.elements > ELEMENTS_MAX || html.length > SIZE_MAX) return null;
  try {
    const { document } = parseHTML(html);
    const article = new Readability<string>(document, { charThreshold: 200, keepClasses: false }).parse();
    const content = article?.content ?? '';
    return content === '' ? null : { html: content, characters: bareLength(article?.textContent ?? '') };
  } catch {
    // It throws what it likes at pages it does not understand; the whole page is read then.
    return null;
  }
}

export function bareLength(text: string): number {
  return text.replaceAll(/\s+/g, '').length;
}
