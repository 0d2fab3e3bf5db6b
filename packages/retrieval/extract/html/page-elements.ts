import type { Script } from '../inline/scripts.ts';

type AttributesOf = Readonly<Record<string, string>>;

/** What is never text of a page. */
const SKIPPED = new Set(
  'title script style svg canvas iframe object embed audio video map nav select datalist dialog rt rp rtc'.split(
    ' ',
  ),
);
/** What surrounds the text of a web page. */
const SURROUNDINGS = new Set(['header', 'footer', 'aside', 'menu']);
const ICON = new Set(['i', 'span', 'img', 'b', 'em']);
/** Where programs of web pages put all of their text; they show it themselves. */
const ROOT_ID = /^(?:root|app|__next|__nuxt|___gatsby|svelte|q-app|main-app)$/;
const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** Whether an element and all it holds is left out. `mainOnly`: also what surrounds the text of a page. */
export function isLeftOut(
  name: string,
  attributes: AttributesOf,
  reads: { readonly mainOnly: boolean; readonly noscript: boolean },
): boolean {
  if (SKIPPED.has(name)) return true;
  if (name === 'noscript') return !reads.noscript;
  // A template with a shadow root is shown as it is; the others are for scripts (HTML, 4.12.3).
  if (name === 'template') return attributes.shadowrootmode !== 'open';
  if (reads.mainOnly && surrounds(name, attributes)) return true;
  if (name === 'button' && /^(?:submit|reset)$/i.test(attributes.type ?? '')) return true;
  return isHidden(name, attributes);
}

const surrounds = (name: string, attributes: AttributesOf): boolean =>
  SURROUNDINGS.has(name) || hasMenuRole(attributes);

const hasMenuRole = ({ role = '' }: AttributesOf): boolean =>
  /^(?:navigation|banner|contentinfo|search|menubar)$/.test(role);

function isHidden(name: string, attributes: AttributesOf): boolean {
  // What hides a whole page is for the time until its script has run.
  if (name === 'html' || name === 'body' || ROOT_ID.test(attributes.id ?? '')) return false;
  // Readers of books show hidden notes beside the text; Wikipedia hides the mathematics that its pictures show.
  if (
    /(?:^|\s)(?:doc-)?(?:foot|end|rear)notes?(?:\s|$)/.test(
      `${attributes['epub:type'] ?? ''} ${attributes.role ?? ''}`,
    )
  )
    return false;
  if (/\bmwe-math-mathml/.test(attributes.class ?? '')) return false;
  if (attributes.hidden !== undefined && attributes.hidden !== 'until-found') return true;
  // Icons; a closed answer of a list of questions is hidden in this way too, and is wanted.
  if (attributes['aria-hidden'] === 'true' && ICON.has(name)) return true;
  return HIDDEN_STYLE.test(attributes.style ?? '');
}

/** Names that programs and people give to the ways through a site, as whole words of a class or an id. */
const MENU_NAME =
  /^(?:(?:g|global|l|local|site|page|main|sub|foot|footer|header|head|side|sp|pc|mobile|drawer|hamburger)?[-_]*(?:nav|navi|navbar|navigation)(?:[-_]*(?:list|wrap|wrapper|inner|area|items?|menu))?|(?:g|global|site|main|sub|foot|footer|header|side|sp|mobile|drawer|hamburger)[-_]*menu|(?:l|g|global|site|page)?[-_]*(?:header|footer)(?:[-_]*(?:inner|wrap|wrapper))?|bread-?crumbs?(?:-list)?|topic-?path|pankuzu|pagination|pager|sidebar|sitemap|(?:sns|share)(?:[-_]\w+)?|tag-?cloud)$/i;

/** Whether links in an element are ways through the site, whose addresses no passage needs. */
export function holdsMenus(name: string, attributes: AttributesOf, inArticle: boolean): boolean {
  if (hasMenuRole(attributes) || attributes.role === 'complementary' || name === 'aside' || name === 'menu')
    return true;
  // An article has a head and a foot of its own.
  if (!inArticle && SURROUNDINGS.has(name)) return true;
  const isList = name === 'ul' || name === 'ol';
  return `${attributes.class ?? ''} ${attributes.id ?? ''}`
    .split(/\s+/)
    .some((word) => MENU_NAME.test(word) || (isList && /^menu$/i.test(word)));
}

/** Roles of DPUB-ARIA 1.1 and types of EPUB 3 Structural Semantics. */
const ROLES = /(?:^|\s)(?:doc-noteref|doc-backlink|noteref|backlink|footnote-?ref|referrer)(?:\s|$)/i;
/** Classes of pandoc, Markdown, MediaWiki, Word, LibreOffice, Sphinx, Asciidoctor and WordPress. */
const CLASSES =
  /(?:^|\s)(?:footnote-?(?:ref(?:erence)?|back(?:ref|link)?|return|anchor|link)s?|reversefootnote|mw-cite-backlink|sdfootnote(?:anc|sym)|sdendnote(?:anc|sym)|Mso(?:Footnote|Endnote)Reference|fn-?(?:ref|back(?:ref|link)?)|note-?ref|easy-footnote)(?:\s|$)/i;
const INLINE = new Set(['a', 'sup', 'span', 'small', 'sub', 'b', 'i', 'em']);
/** Places that programs name: `#fn1`, `#_ftn1`, `#cite_note-3`, `#user-content-fnref-1`, `#sdfootnote1sym`. */
const PLACES =
  /#(?:user-content-)?_?(?:fn|ftn|ftnt|edn|en|cite|note|footnote|endnote|sdfootnote|sdendnote|easy-footnote)(?:note|notedef|noteref|ref|back|bottom)?[-_:.]?(?:ref|note|bottom)?[-_:.]?[\w-]*\d\w*$/i;

/** Whether an element is a reference to a note, or leads from a note back to its reference; its text must be a mark, too. */
export function isNoteReference(name: string, attributes: AttributesOf): boolean {
  if (!INLINE.has(name)) return false;
  if (ROLES.test(attributes.role ?? '') || ROLES.test(attributes['epub:type'] ?? '')) return true;
  if (attributes['data-footnote-ref'] !== undefined || attributes['data-footnote-backref'] !== undefined)
    return true;
  if (CLASSES.test(attributes.class ?? '')) return true;
  if (name === 'sup' && /(?:^|\s)reference(?:\s|$)/.test(attributes.class ?? '')) return true;
  return name === 'a' && PLACES.test(attributes.href ?? '');
}

/** A place of the same document: of a book also one in another of its files. */
export const leadsWithin = (href: string | undefined): boolean => /^[^:]*#./.test(href ?? '');

const RAISED =
  /(?:^|[;{\s])vertical-align\s*:\s*(super|sub|text-top|text-bottom|-?\d*\.?\d+(?:px|pt|em|ex|rem|%))/i;
const POSITION = /(?:^|[;{\s])font-variant-position\s*:\s*(super|sub)/i;

/** Raised or lowered by its element or its style (CSS 2.1, 10.8.1). */
export function scriptOf(name: string, style: string | undefined): Script | null {
  if (name === 'sup') return 'super';
  if (name === 'sub') return 'sub';
  return style === undefined ? null : scriptOfStyle(style);
}

function scriptOfStyle(style: string): Script | null {
  const value = (POSITION.exec(style) ?? RAISED.exec(style))?.[1]?.toLowerCase();
  if (value === undefined || Number.parseFloat(value) === 0) return null;
  return value.startsWith('-') || value === 'sub' || value === 'text-bottom' ? 'sub' : 'super';
}

const RULE = /([^{}]{1,500})\{([^{}]{0,2000})\}/g;
const CLASSES_MAX = 500;

/** Classes of a page's own style sheet that raise or lower text, as Google's and Word's exports have them. */
export function scriptClasses(css: string): Map<string, Script> {
  const found = new Map<string, Script>();
  if (!/vertical-align|font-variant-position/i.test(css)) return found;
  for (const [, selectors = '', body = ''] of css.matchAll(RULE)) {
    const script = scriptOfStyle(body);
    if (!script || found.size > CLASSES_MAX) continue;
    for (const [, name = ''] of selectors.matchAll(/(?:^|,)\s*(?:span|[*])?\.([\w-]+)\s*(?=,|$)/g))
      found.set(name, script);
  }
  return found;
}
