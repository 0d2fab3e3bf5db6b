import type { Script } from '../inline/scripts.ts';

type AttributesOf = Readonly<Record<string, string>>;

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
