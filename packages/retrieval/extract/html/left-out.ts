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
