import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locale } from '@hanasu/contract/accounts';
import { contrastOf, inkOn, isReadOnWhite, mixColors } from '@hanasu/contract/contrast';
import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { avatarView } from '../../accounts/public.ts';
import { PAGE_WORDS } from './page-words.ts';
import type { PublicSite } from './public-posts.store.ts';

/** A text within HTML or XML, also within an attribute. Characters that XML can't have are left out. */
export const escaped = (text: string): string =>
  // XML has no way to write other control characters.
  escapeHtml(text.replaceAll(/[^\t\n\r\P{Cc}]|[\ufffe\uffff]/gu, ''));

/** Lines of a page; those that are null are left out. */
export const lines = (...all: readonly (string | null)[]): string =>
  all.filter((line) => line !== null).join('\n');

const STYLE = readFileSync(new URL('./style.css', import.meta.url), 'utf8');
const STYLE_VERSION = createHash('sha256').update(STYLE).digest('hex').slice(0, 10);
const DARK_PAGE = '#14181d';
const DARK_TEXT = '#eceff3';
const HEX = /^[0-9a-f]{6}$/;
const READABLE = 4.5;

/** The stylesheet of all pages, in a colour; without one in that of the product. */
export function styleSheet(color: unknown): string {
  if (typeof color !== 'string' || !HEX.test(color)) return STYLE;
  const fill = `#${color}`;
  const light = isReadOnWhite(fill) ? fill : '#1b1f26';
  const shares = [1, 0.85, 0.7, 0.55, 0.4, 0.25];
  const dark =
    shares.map((share) => mixColors(fill, share)).find((mixed) => contrastOf(mixed, DARK_PAGE) >= READABLE) ??
    DARK_TEXT;
  return `${STYLE}\n:root { --fill: ${fill}; --on-fill: ${inkOn(fill)}; --accent-light: ${light}; --accent-dark: ${dark}; }\n`;
}

const styleHref = (color: string | null): string =>
  `/p/style.css?v=${STYLE_VERSION}${color && HEX.test(color.slice(1)) ? `&color=${color.slice(1)}` : ''}`;

/** A language that a page is there in, or `x-default` for readers of every other one, with an absolute address. */
export type Alternate = readonly [Locale | 'x-default', string];

/** What search, previews and readers get to know of a page. */
export interface PageHead {
  readonly language: Locale;
  readonly title: string;
  readonly description?: string;
  /** Absolute. */
  readonly canonical?: string;
  readonly image?: {
    readonly url: string;
    readonly alt: string;
    readonly width: number | null;
    readonly height: number | null;
  } | null;
  readonly kind?: 'article' | 'website';
  readonly isIndexed: boolean;
  /** Path of the feed. */
  readonly feed?: string;
  readonly alternates?: readonly Alternate[];
  readonly jsonLd?: object;
  readonly article?: {
    readonly publishedAt: Date;
    readonly changedAt: Date;
    readonly tags: readonly string[];
  };
}

const OG_LOCALES: Readonly<Record<Locale, string>> = { en: 'en_US', ja: 'ja_JP', vi: 'vi_VN' };

const meta = (name: string, content: string | undefined | null): string | null =>
  content
    ? `<meta ${name.includes(':') && !name.startsWith('twitter:') ? 'property' : 'name'}="${name}" content="${escaped(content)}">`
    : null;

/** JSON within a script element, which `<` could end. */
const dataBlock = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026')}</script>`;

export const siteTitle = ({ title, accountName }: Pick<PublicSite, 'title' | 'accountName'>): string =>
  title || accountName;

function headOf(head: PageHead, site: PublicSite | null): string {
  const { image, article } = head;
  const name = site ? siteTitle(site) : null;
  const title = name && name !== head.title ? `${head.title} | ${name}` : head.title;
  return lines(
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    meta('description', head.description),
    head.isIndexed ? null : meta('robots', 'noindex'),
    `<link rel="stylesheet" href="${escaped(styleHref(site?.color ?? null))}">`,
    head.canonical ? `<link rel="canonical" href="${escaped(head.canonical)}">` : null,
    ...(head.alternates ?? []).map(
      ([language, url]) => `<link rel="alternate" hreflang="${language}" href="${escaped(url)}">`,
    ),
    head.feed && name
      ? `<link rel="alternate" type="application/rss+xml" title="${escaped(name)}" href="${escaped(head.feed)}">`
      : null,
    ...(head.canonical
      ? [
          meta('og:type', head.kind ?? 'website'),
          meta('og:title', head.title),
          meta('og:description', head.description),
          meta('og:url', head.canonical),
          meta('og:site_name', name),
          meta('og:locale', OG_LOCALES[head.language]),
          meta('og:image', image?.url),
          meta('og:image:alt', image?.alt),
          meta('og:image:width', image?.width ? String(image.width) : null),
          meta('og:image:height', image?.height ? String(image.height) : null),
          meta('article:published_time', article?.publishedAt.toISOString()),
          meta('article:modified_time', article?.changedAt.toISOString()),
          ...(article?.tags ?? []).map((tag) => meta('article:tag', tag)),
          meta('twitter:card', image ? 'summary_large_image' : 'summary'),
        ]
      : []),
    head.jsonLd ? dataBlock(head.jsonLd) : null,
  );
}

/** The shop's name and logo, which lead to its list; there the name is the heading. */
function headerOf(site: PublicSite, isHome: boolean): string {
  const name = siteTitle(site);
  const logo = avatarView(site.logoKey)?.url;
  const mark = logo
    ? `<img class="logo" src="${escaped(logo)}" alt="" width="36" height="36">`
    : `<span class="mark" aria-hidden="true">${escaped([...name][0] ?? '')}</span>`;
  const home = `<a class="home" href="/p/${site.slug}">${mark}<span>${escaped(name)}</span></a>`;
  return `<header class="site">${isHome ? `<h1>${home}</h1>` : home}</header>`;
}

/** A whole page. `footer` is HTML. */
export function renderPage(
  head: PageHead,
  {
    site,
    main,
    footer,
    isHome = false,
  }: {
    readonly site: PublicSite | null;
    readonly main: string;
    readonly footer?: string;
    readonly isHome?: boolean;
  },
): string {
  return lines(
    '<!doctype html>',
    `<html lang="${head.language}">`,
    '<head>',
    headOf(head, site),
    '</head>',
    '<body>',
    `<a class="skip" href="#main">${PAGE_WORDS[head.language].skip}</a>`,
    site ? headerOf(site, isHome) : null,
    `<main id="main" tabindex="-1">`,
    main,
    '</main>',
    footer ? `<footer>${footer}</footer>` : null,
    '</body>',
    '</html>',
    '',
  );
}
