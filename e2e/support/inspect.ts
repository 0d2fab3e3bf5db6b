import AxeBuilder from '@axe-core/playwright';
import type { Locale } from '@hanasu/contract/accounts';
import type { Page } from '@playwright/test';
import { flatWords } from './words.ts';

/**
 * Resolves when no style is on its way to another: a change of the colour mode starts transitions, which
 * show the old colour until a frame has been drawn, even where they last no time.
 */
const SETTLED = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const moving = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
  do {
    await frame();
    await frame();
    await Promise.allSettled(moving().map(({ finished }) => finished));
  } while (moving().length > 0);
})()`;

/** What axe finds wrong, one line each. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(SETTLED);
  const result = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // There are no frames, and asking for them opens a page of its own each time.
    .setLegacyMode(true)
    .analyze();
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `axe ${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

/** A page never scrolls sideways; wide tables do so inside their own frame. */
export async function overflow(page: Page): Promise<string[]> {
  const [content, window] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  return content > window ? [`scrolls sideways: ${content} px in ${window} px`] : [];
}

/** Every visible text and every name for a reader. */
const TEXTS = `[
  ...document.body.innerText.split('\\n'),
  ...['aria-label', 'placeholder', 'title', 'alt'].flatMap((name) =>
    [...document.querySelectorAll('[' + name + ']')].map((element) => element.getAttribute(name))),
  document.title,
]`;

/** `data`: texts that are not ours to translate. */
export async function foreignWords(
  page: Page,
  locale: Locale,
  data: readonly string[] = [],
): Promise<string[]> {
  const texts = new Set((await page.evaluate<string[]>(TEXTS)).map((text) => text.trim()).filter(Boolean));
  // A language is named in itself.
  for (const text of [...data, 'English', '日本語', 'Tiếng Việt']) texts.delete(text);
  const own = flatWords(locale);
  const problems: string[] = [];
  for (const text of texts) if (isKey(text)) problems.push(`a key instead of words: ${text}`);
  for (const other of (['en', 'ja', 'vi'] as const).filter((each) => each !== locale)) {
    for (const [key, text] of flatWords(other)) {
      if (own.get(key) !== text && texts.has(text) && !isOwnWord(own, text)) {
        problems.push(`${other} words on a ${locale} page: ${text}`);
      }
    }
  }
  return problems;
}

const isOwnWord = (own: Map<string, string>, text: string) => [...own.values()].includes(text);

const FEATURES = new Set([...flatWords('en').keys()].map((key) => key.split('.')[0]));
const isKey = (text: string) => /^[a-z]+(\.[a-zA-Z]+)+$/.test(text) && FEATURES.has(text.split('.')[0]);
