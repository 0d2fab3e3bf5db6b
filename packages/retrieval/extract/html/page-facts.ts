export interface PageFacts {
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
export class PageFactsReader {
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
