export interface CleanHtml {
  readonly html: string;
  /** Pictures of other places that were left out. */
  readonly dropped: number;
}

/** Elements that are no part of a text. */
const NOISE = 'style, script, meta, link, title, xml, head, iframe, object, noscript, template, svg, form';

/** Makes of pasted HTML what a post may hold, as far as the editor's schema does not: it drops all styles itself. */
export function cleanPastedHtml(html: string): CleanHtml {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  // Copied from an editor like this one: its parts fit as they are.
  if (body.querySelector('[data-pm-slice]')) return { dropped: removePictures(body), html: body.innerHTML };
  removeNoise(body);
  listsFromWord(body);
  unwrapWrappers(body);
  markFromStyles(body);
  shiftHeadings(body);
  const dropped = removePictures(body);
  removeEmptyParagraphs(body);
  return { html: body.innerHTML, dropped };
}

function removeNoise(body: HTMLElement): void {
  const comments = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (comments.nextNode()) found.push(comments.currentNode);
  for (const comment of found) (comment as Comment).remove();
  for (const element of body.querySelectorAll(NOISE)) element.remove();
}

const unwrap = (element: Element): void => element.replaceWith(...element.childNodes);

/** Word's own elements, such as `o:p`, and the bold that is not bold around everything from Google Docs. */
function unwrapWrappers(body: HTMLElement): void {
  for (const element of body.querySelectorAll('*')) if (element.localName.includes(':')) unwrap(element);
  for (const bold of body.querySelectorAll<HTMLElement>('b, strong'))
    if (/^(?:normal|400)$/.test(bold.style.fontWeight) || bold.id.startsWith('docs-internal-guid'))
      unwrap(bold);
  // Links are underlined by both; in a post they are anyway.
  for (const line of body.querySelectorAll<HTMLElement>('a u, a span'))
    if (line.localName === 'u') unwrap(line);
    else line.style.textDecoration = 'none';
  for (const link of body.querySelectorAll<HTMLElement>('u > a')) {
    const line = link.parentElement;
    if (line?.childNodes.length === 1) unwrap(line);
  }
}

/** Titles of Word, and headings that are bold as a whole. */
function markFromStyles(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p.MsoTitle, p.MsoSubtitle')) rename(paragraph, 'h2');
  for (const span of body.querySelectorAll<HTMLElement>(':is(h1, h2, h3, h4, h5, h6) :is(span, b, strong)'))
    if (span.localName === 'span') span.style.fontWeight = '';
    else unwrap(span);
}

function rename(element: Element, name: string): void {
  const other = document.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
}

const LOWEST = 4;
const HIGHEST = 2;

/** The title of the post is the only heading of the first level: where a text has one, all go down by one. */
function shiftHeadings(body: HTMLElement): void {
  const shift = body.querySelector('h1') ? 1 : 0;
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const level = headingLevel(Number(heading.localName.slice(1)) + shift);
    rename(heading, `h${level}`);
  }
}

/** The level that the post has for it. */
export const headingLevel = (level: number): number => Math.min(LOWEST, Math.max(HIGHEST, level));

/** Only pictures of the account stand in a post. */
function removePictures(body: HTMLElement): number {
  const foreign = body.querySelectorAll('img:not([data-media])');
  for (const picture of foreign) picture.remove();
  return foreign.length;
}

const HOLDS_SOMETHING = 'img, br + br, hr, table, input';

function removeEmptyParagraphs(body: HTMLElement): void {
  for (const block of body.querySelectorAll('p, div, h2, h3, h4, li, figure'))
    if (!block.closest('td, th') && !block.textContent.trim() && !block.querySelector(HOLDS_SOMETHING))
      block.remove();
  // Breaks between blocks, which Google Docs writes for empty lines.
  for (const line of body.querySelectorAll('body > br, div > br, b > br'))
    if (isBlock(line.previousElementSibling) || isBlock(line.nextElementSibling)) line.remove();
}

const isBlock = (element: Element | null): boolean =>
  element?.matches('p, ul, ol, table, h2, h3, h4, blockquote, pre, hr, div, figure, aside') ?? false;

/** `mso-list: l0 level2 lfo1` */
const LEVEL = /mso-list:[^;"']*\blevel(\d)/i;
const NUMBERED = /^[(（]?(?:\d+|[０-９]+|[a-zA-Z]{1,4}|[一二三四五六七八九十]+)[.)．）、]/;

interface WordItem {
  readonly paragraph: HTMLElement;
  readonly level: number;
  readonly isNumbered: boolean;
}

/** Makes lists of the paragraphs that Word writes for items, with the sign of each in its text. */
function listsFromWord(body: HTMLElement): void {
  for (const run of runsOf(body)) {
    const [first] = run;
    if (!first) continue;
    const place = document.createTextNode('');
    first.paragraph.before(place);
    place.replaceWith(...nested(run));
  }
}

function readItem(element: Element | null): WordItem | null {
  if (!(element instanceof HTMLElement) || element.localName !== 'p') return null;
  const [, level] = LEVEL.exec(element.getAttribute('style') ?? '') ?? [];
  if (level === undefined) return null;
  const sign = element.querySelector<HTMLElement>(
    '[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]',
  );
  const isNumbered = NUMBERED.test(sign?.textContent.trim() ?? '');
  sign?.remove();
  return { paragraph: element, level: Number(level), isNumbered };
}

/** Items that follow each other. */
function runsOf(body: HTMLElement): WordItem[][] {
  const runs: WordItem[][] = [];
  let last: Element | null = null;
  for (const paragraph of body.querySelectorAll('p')) {
    const item = readItem(paragraph);
    if (!item) continue;
    if (last && paragraph.previousElementSibling === last) runs.at(-1)?.push(item);
    else runs.push([item]);
    last = paragraph;
  }
  return runs;
}

/** Lists of the items, those of a deeper level inside the item before. */
function nested(items: readonly WordItem[]): HTMLElement[] {
  const roots: HTMLElement[] = [];
  const open: { list: HTMLElement; level: number }[] = [];
  for (const { paragraph, level, isNumbered } of items) {
    const kind = isNumbered ? 'ol' : 'ul';
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop();
    const current = open.at(-1);
    const isNew =
      !current || current.level < level || (current.level === level && current.list.localName !== kind);
    if (isNew) {
      if (current && current.level >= level) open.pop();
      const list = document.createElement(kind);
      const parent = open.at(-1)?.list.lastElementChild;
      if (parent) parent.append(list);
      else roots.push(list);
      open.push({ list, level });
    }
    const entry = document.createElement('li');
    entry.append(...paragraph.childNodes);
    paragraph.remove();
    open.at(-1)?.list.append(entry);
  }
  return roots;
}
