import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { MarkdownWriter } from '../markdown/writer.ts';
import { ReadFault } from '../read-fault.ts';
import { HtmlHandler, type HtmlReading } from './html-handler.ts';
import { decodeHtml, flattenHtml, scanHtml } from './scan-html.ts';
import { showStreamed } from './streamed.ts';

/** Larger pages are read whole: finding the main content takes time by more than their size. */
const ELEMENTS_MAX = 20_000;
const DEPTH_MAX = 250;
const SIZE_MAX = 4_000_000;

/** HTML of the part of a page that is its article; null when none is found. */
function findMainContent(
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

function bareLength(text: string): number {
  return text.replaceAll(/\s+/g, '').length;
}

export interface ReadHtmlOptions {
  /** Where the page was found; relative links are resolved against it. */
  readonly url?: string | null | undefined;
  /** Encoding that the server named. Only for bytes. */
  readonly charset?: string | null | undefined;
  /** Only the article of a web page, without menus and the like; default true. */
  readonly mainContent?: boolean | undefined;
  /** UTF-16 units; default 20,000,000. */
  readonly textCharacters?: number | undefined;
}

/** A page as markdown with what it says about itself. */
export interface HtmlPage extends Readonly<PageFacts> {
  readonly text: string;
  /** Hardly any text was found, and the page has scripts that may show more. */
  readonly hasLittleText: boolean;
}

/** The article must have this share of the page's text outside links, else too much would be lost. */
const SHARE_OF_TEXT = 0.5;
const TEXT_CHARACTERS = 20_000_000;

/** Reads a web page. Throws `ReadFault` when it is no text, or more text than allowed. */
export function readHtml(html: string | Uint8Array, options: ReadHtmlOptions = {}): HtmlPage {
  const decoded = typeof html === 'string' ? html : decodeHtml(html, options.charset);
  if (decoded === null)
    throw new ReadFault('wrong_type', 'This file is named like a web page, but its contents are not text.');
  const limit = options.textCharacters ?? TEXT_CHARACTERS;
  const facts = new PageFactsReader(options.url ?? null);
  const mainContent = options.mainContent ?? true;
  const source = showStreamed(decoded);
  const reading = { limit, base: options.url, linksInMain: MAIN.test(source) };
  const whole = writeHtml(source, { ...reading, mainOnly: mainContent, facts });
  if (whole === null) {
    const text = limited(flattenHtml(source), limit);
    return { ...readDeepFacts(source, options.url), text, hasLittleText: false };
  }
  const text = mainContent ? chooseText(source, reading, whole) : whole.text;
  return { ...facts.facts(), ...withoutScripts(source, reading, text) };
}

/** Pages say themselves which part of them is not menus. */
const MAIN = /<main[\s>]|\srole\s*=\s*["']?main\b/i;
/** More than this is never the frame of a page alone. */
const MENUS_AT_MOST = 20_000;
const LINKS_OF_A_FRAME = 400;
const SCRIPT = /<script[\s>]/i;
const NOSCRIPT = /<noscript[\s>]/i;

/** Pages that are made by scripts may hold their text once more for readers without them. */
function withoutScripts(
  source: string,
  reading: PageReading,
  text: string,
): { readonly text: string; readonly hasLittleText: boolean } {
  if (text.length > MENUS_AT_MOST || !SCRIPT.test(source)) return { text, hasLittleText: false };
  const main = writeHtml(source, { ...reading, mainOnly: true });
  // A list of links may be all that a page has to say.
  if (!main || !isLittleText(main.prose) || bareLength(main.text) > LINKS_OF_A_FRAME)
    return { text, hasLittleText: false };
  const noscript = NOSCRIPT.test(source)
    ? writeHtml(source, { ...reading, mainOnly: true, noscript: true })
    : null;
  if (noscript && !isLittleText(noscript.prose)) return { text: noscript.text, hasLittleText: false };
  return { text, hasLittleText: true };
}

/** What stands where text is still to come, and what asks for another browser. */
const WAITING =
  /(?:now )?loading|please wait|just a moment|enable javascript|javascript|読み?込み?中|ロード中|お待ちください|処理中|đang tải|vui lòng (?:chờ|đợi)|xin (?:chờ|đợi)/iu;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** Of Japanese one character says as much as two of others. */
const LITTLE = 32;

/** Whether a text is hardly more than the frame of a page: it has a line at most, apart from words that ask to wait. */
function isLittleText(text: string): boolean {
  const shown = text
    .split('\n')
    .filter((line) => !(line.length < 80 && WAITING.test(line)))
    .join('');
  const letters = shown.match(/[\p{L}\p{N}]/gu) ?? [];
  return letters.length + (shown.match(DENSE)?.length ?? 0) < LITTLE;
}

interface PageReading extends Omit<HtmlReading, 'mainOnly'> {
  readonly limit: number;
}

interface Written {
  readonly text: string;
  /** Text outside links. */
  readonly prose: string;
  readonly deepest: number;
  readonly elements: number;
}

function writeHtml(
  source: string,
  { limit, facts, ...reading }: HtmlReading & { readonly limit: number; readonly facts?: PageFactsReader },
): Written | null {
  const writer = new MarkdownWriter(limit);
  const handler = new HtmlHandler(writer, reading);
  const shape = scanHtml(source, facts ? [facts, handler] : [handler]);
  if (!shape) return null;
  handler.end();
  return { text: writer.text(), prose: handler.prose, ...shape };
}

/** The article when it holds most of the page's text; a list of questions or products is often taken for no article. */
function chooseText(source: string, reading: PageReading, whole: Written): string {
  const main = findMainContent(source, whole);
  if (main && main.characters >= bareLength(whole.prose) * SHARE_OF_TEXT) {
    const article = { ...reading, linksInMain: false, mainOnly: false };
    const written = writeHtml(main.html, article)?.text ?? '';
    if (written !== '') return withTitleHeading(written, whole.text);
  }
  if (whole.text !== '') return whole.text;
  return writeHtml(source, { ...reading, mainOnly: false })?.text ?? '';
}

/** Finding the article may drop the page's own first heading, which says what the text is about. */
function withTitleHeading(article: string, whole: string): string {
  const title = /^# (.+)$/m.exec(whole)?.[1];
  if (title === undefined || article.split('\n').some((line) => /^#/.test(line) && line.endsWith(title)))
    return article;
  return `# ${title}\n\n${article}`;
}

/** Title and language stand before anything is nested deep. */
function readDeepFacts(source: string, url: string | null | undefined): PageFacts {
  const facts = new PageFactsReader(url ?? null);
  scanHtml(source, [facts]);
  return facts.facts();
}

function limited(text: string, limit: number): string {
  if (text.length > limit) throw new ReadFault('too_large_inside');
  return text;
}

interface PageFacts {
  title: string | null;
  language: string | null;
  /** Address that the page itself names as its own. */
  canonical: string | null;
  /** Addresses of http and https that it links to, each once, without those it says not to follow. */
  links: string[];
  robots: { noindex: boolean; nofollow: boolean };
}

type AttributesOf = Readonly<Record<string, string>>;

const LINKS_MAX = 10_000;
const TITLE_MAX = 300;

/** Gathers what a page says about itself and where it links to. */
class PageFactsReader {
  private readonly links = new Set<string>();
  private base: string | null;
  private title = '';
  private titleOpen = false;
  private titleDone = false;
  private language: string | null = null;
  private canonical: string | null = null;
  private readonly robots = { noindex: false, nofollow: false };

  /** `url`: where the page was found; without it only whole addresses are links. */
  constructor(url: string | null) {
    this.base = url;
  }

  open(name: string, attributes: AttributesOf): void {
    if (name === 'html') this.language ??= readLanguage(attributes.lang ?? attributes['xml:lang']);
    else if (name === 'base') this.base = this.resolve(attributes.href) ?? this.base;
    else if (name === 'title') this.titleOpen = !this.titleDone;
    else if (name === 'meta') this.readMeta(attributes);
    else if (name === 'link' && hasWord(attributes.rel, 'canonical'))
      this.canonical ??= this.resolve(attributes.href);
    else if (name === 'a' || name === 'area') this.addLink(attributes);
  }

  close(name: string): void {
    if (name !== 'title' || !this.titleOpen) return;
    this.titleOpen = false;
    this.titleDone = true;
  }

  text(text: string): void {
    if (this.titleOpen && this.title.length < TITLE_MAX * 4) this.title += text;
  }

  facts(): PageFacts {
    const title = this.title.replaceAll(/\s+/g, ' ').trim().slice(0, TITLE_MAX).toWellFormed();
    const { language, canonical, robots } = this;
    return {
      title: title === '' ? null : title.normalize('NFC'),
      language,
      canonical,
      links: [...this.links],
      robots,
    };
  }

  private readMeta(attributes: AttributesOf): void {
    if (!/^(?:robots|googlebot)$/i.test(attributes.name?.trim() ?? '')) return;
    const words = (attributes.content ?? '').toLowerCase().split(/[\s,]+/);
    if (words.includes('noindex') || words.includes('none')) this.robots.noindex = true;
    if (words.includes('nofollow') || words.includes('none')) this.robots.nofollow = true;
  }

  private addLink(attributes: AttributesOf): void {
    if (this.links.size >= LINKS_MAX || hasWord(attributes.rel, 'nofollow')) return;
    const address = this.resolve(attributes.href);
    if (address !== null) this.links.add(address);
  }

  /** A whole address of http or https without the part after `#`, or null. */
  private resolve(reference: string | undefined): string | null {
    const trimmed = reference?.trim() ?? '';
    if (trimmed === '' || trimmed.startsWith('#') || trimmed.length > 4000) return null;
    const address = URL.parse(trimmed, this.base ?? undefined);
    if (!address || !/^https?:$/.test(address.protocol)) return null;
    address.hash = '';
    return address.href;
  }
}

function hasWord(text: string | undefined, word: string): boolean {
  return (text ?? '').toLowerCase().split(/\s+/).includes(word);
}

function readLanguage(text: string | undefined): string | null {
  const language = text?.trim().toLowerCase() ?? '';
  return /^[a-z]{2,3}(?:-[a-z0-9-]{1,30})?$/.test(language) ? language : null;
}
