import type { Locale } from '@hanasu/contract/accounts';
import type { KeptMedia, KeptMediaStore } from '../../conversations/public.ts';
import { linesOf } from '../html/html-tokens.ts';
import { type PageImages, renderContent, shownWidthOf } from '../html/render-content.ts';
import type { PublicTranslation } from '../translations.store.ts';
import { type Alternate, escaped, lines, type PageHead, renderPage, siteTitle } from './page-html.ts';
import { LANGUAGE_NAMES, PAGE_WORDS } from './page-words.ts';
import type { listPublicAddresses, PublicPost, PublicSite } from './public-posts.store.ts';

export const POSTS_PER_PAGE = 20;

const sitePath = ({ slug }: Pick<PublicSite, 'slug'>): string => `/p/${slug}`;
export const postPath = (site: Pick<PublicSite, 'slug'>, post: Pick<PublicPost, 'slug'>): string =>
  `${sitePath(site)}/${post.slug}`;
const tagPath = (site: PublicSite, tag: string): string => `${sitePath(site)}/tag/${encodeURIComponent(tag)}`;

const DESCRIPTION_MAX = 150;

/** Headings, tables, code and buttons read like nothing in one line. */
const NO_PROSE = /<(h[2-4]|table|pre)>[\s\S]*?(?:<\/\1>|$)|<a [^>]*data-button[^>]*>[^<]*(?:<\/a>|$)/g;

/** In one line, in which items of a list stay apart: the end of one would read as the beginning of the next. */
const joined = (lines: readonly string[]): string =>
  lines
    .map((line, index) => (/[\p{L}\p{N}]$/u.test(line) && index < lines.length - 1 ? `${line} ·` : line))
    .join(' ');

/** The description of a post, or the beginning of its text, which may have been cut off anywhere. */
export function excerptOf({ description, content }: Pick<PublicPost, 'description' | 'content'>): string {
  if (description) return description;
  const isCutInTag = content.lastIndexOf('<') > content.lastIndexOf('>');
  const html = isCutInTag ? content.slice(0, content.lastIndexOf('<')) : content;
  const text = joined(linesOf(html.replaceAll(NO_PROSE, ' '))) || joined(linesOf(html));
  const letters = [...new Intl.Segmenter().segment(text.slice(0, DESCRIPTION_MAX * 10))];
  if (letters.length <= DESCRIPTION_MAX) return text;
  const start = letters
    .slice(0, DESCRIPTION_MAX)
    .map(({ segment }) => segment)
    .join('');
  const space = start.lastIndexOf(' ');
  return `${space > DESCRIPTION_MAX / 2 ? start.slice(0, space) : start}…`;
}

/** Pictures of a page by their ids. */
export const imagesOf = (
  site: PublicSite,
  media: readonly KeptMedia[],
  { pageWidthsOf }: Pick<KeptMediaStore, 'pageWidthsOf'>,
): PageImages =>
  new Map(
    media
      .filter(({ contentType }) => contentType.startsWith('image/'))
      .map((row) => {
        const src = `${sitePath(site)}/image/${row.id}`;
        const widths = pageWidthsOf(row);
        const srcset = widths
          ? [...widths.narrow.map((width) => `${src}?w=${width} ${width}w`), `${src} ${widths.widest}w`].join(
              ', ',
            )
          : null;
        return [row.id, { src, srcset, width: row.width, height: row.height }];
      }),
  );

const dateOf = (date: Date, language: Locale, { timeZone }: PublicSite): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(date);

const timeOf = (date: Date, language: Locale, site: PublicSite): string =>
  `<time datetime="${date.toISOString()}">${escaped(dateOf(date, language, site))}</time>`;

interface PageContext {
  readonly site: PublicSite;
  readonly publicUrl: string;
  readonly images: PageImages;
}

/** As the list of the stylesheet has them. */
const LISTED_SIZES = '(max-width: 560px) 96px, 168px';

function coverOf({ coverId, coverAlt }: PublicPost, images: PageImages, isLazy: boolean): string | null {
  const image = images.get(coverId ?? '');
  if (!image) return null;
  const size = image.width && image.height ? ` width="${image.width}" height="${image.height}"` : '';
  const sources = image.srcset
    ? ` srcset="${image.srcset}" sizes="${isLazy ? LISTED_SIZES : shownWidthOf(image.width)}"`
    : '';
  const loading = isLazy ? ' loading="lazy" decoding="async"' : ' fetchpriority="high"';
  return `<img class="cover" src="${image.src}"${sources} alt="${escaped(isLazy ? '' : coverAlt)}"${size}${loading}>`;
}

function datesOf({ publishedAt, republishedAt, language }: PublicPost, site: PublicSite): string {
  const [first, last] = [publishedAt, republishedAt].map((date) => dateOf(date, language, site));
  const updated =
    first === last
      ? ''
      : ` <span class="updated">${escaped(PAGE_WORDS[language].updated(last ?? ''))}</span>`;
  return `<p class="meta">${timeOf(publishedAt, language, site)}${updated}</p>`;
}

function tagsOf(post: PublicPost, site: PublicSite): string | null {
  if (post.tags.length === 0) return null;
  const links = post.tags.map(
    (tag) => `<li><a rel="tag" href="${escaped(tagPath(site, tag))}">${escaped(tag)}</a></li>`,
  );
  return `<ul class="tags" aria-label="${PAGE_WORDS[post.language].tags}">${links.join('')}</ul>`;
}

interface PostContext extends PageContext {
  /** Pages that say the same, one in each language; this one alone: there are no others. */
  readonly translations: readonly PublicTranslation[];
}

/** What the page of a post and the sitemap name: each language, its own included. None: there is no other, or another post has its. */
function alternatesOf(
  { id }: Pick<PublicPost, 'id'>,
  translations: readonly PublicTranslation[],
  home: string,
): Alternate[] {
  if (translations.length < 2 || !translations.some((page) => page.id === id)) return [];
  const others = translations.filter(({ isDefault }) => isDefault);
  return [
    ...translations.map(({ language, slug }) => [language, `${home}/${slug}`] as const),
    ...others.map(({ slug }) => ['x-default', `${home}/${slug}`] as const),
  ];
}

/** Links to the same post in other languages, named in those languages. Null: there is none. */
function languageLinks(
  post: Pick<PublicPost, 'language'> | null,
  site: PublicSite,
  pages: readonly PublicTranslation[],
): string | null {
  const links = pages
    .filter((page) => page.language !== post?.language)
    .map(
      (page) =>
        `<a lang="${page.language}" hreflang="${page.language}" href="${postPath(site, page)}">${LANGUAGE_NAMES[page.language]}</a>`,
    );
  return links.length === 0 ? null : links.join(' ');
}

const languagesNav = (language: Locale, links: string | null): string | null =>
  links && `<nav class="languages" aria-label="${PAGE_WORDS[language].languages}">${links}</nav>`;

/** The page of a post. */
export function renderPost(post: PublicPost, { site, publicUrl, images, translations }: PostContext): string {
  const { language, title } = post;
  const canonical = publicUrl + postPath(site, post);
  const description = excerptOf(post);
  const first = images.get(post.coverId ?? '') ?? [...images.values()][0];
  const image = first
    ? { url: publicUrl + first.src, alt: post.coverAlt, width: first.width, height: first.height }
    : null;
  const head: PageHead = {
    language,
    title,
    description,
    canonical,
    image,
    kind: 'article',
    isIndexed: true,
    feed: `${sitePath(site)}/feed`,
    alternates: alternatesOf(post, translations, publicUrl + sitePath(site)),
    article: { publishedAt: post.publishedAt, changedAt: post.republishedAt, tags: post.tags },
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: title,
      description,
      inLanguage: language,
      datePublished: post.publishedAt.toISOString(),
      dateModified: post.republishedAt.toISOString(),
      mainEntityOfPage: canonical,
      author: { '@type': 'Organization', name: site.accountName, url: publicUrl + sitePath(site) },
      publisher: { '@type': 'Organization', name: site.accountName },
      ...(image ? { image: image.url } : {}),
      ...(post.tags.length > 0 ? { keywords: post.tags } : {}),
    },
  };
  const main = lines(
    '<article>',
    `<h1>${escaped(title)}</h1>`,
    datesOf(post, site),
    languagesNav(language, languageLinks(post, site, translations)),
    coverOf(post, images, false),
    `<div class="content">${renderContent(post.content, images)}</div>`,
    tagsOf(post, site),
    '</article>',
  );
  const report = PAGE_WORDS[language].report;
  return renderPage(head, {
    site,
    main,
    footer: `<a rel="nofollow" href="${postPath(site, post)}/report">${report}</a>`,
  });
}

interface ListPage {
  /** One of each group. */
  readonly posts: readonly PublicPost[];
  /** Pages of all those groups. */
  readonly translations: readonly PublicTranslation[];
  readonly total: number;
  readonly page: number;
  /** As it was asked for; null: all posts. */
  readonly tag: string | null;
  /** Of the browser; where no post is in it, that of the newest goes before it. Null: none that we speak. */
  readonly language: Locale | null;
}

/** A page of the list of posts, or of those with a tag. */
export function renderList(list: ListPage, { site, publicUrl, images }: PageContext): string {
  const { posts, translations, page, tag } = list;
  const [newest] = posts;
  const spoken = posts.find((post) => post.language === list.language) ?? newest;
  const language = spoken?.language ?? list.language ?? 'en';
  const words = PAGE_WORDS[language];
  const base = tag === null ? sitePath(site) : tagPath(site, tag);
  const shownTag = newest?.tags.find((one) => one.toLowerCase() === tag?.toLowerCase()) ?? tag;
  const title = shownTag === null ? siteTitle(site) : words.taggedWith(shownTag);
  const head: PageHead = {
    language,
    title,
    ...(site.description && tag === null ? { description: site.description } : {}),
    canonical: `${publicUrl}${base}${page > 1 ? `?page=${page}` : ''}`,
    isIndexed: posts.length > 0,
    feed: `${sitePath(site)}/feed`,
  };
  const main = lines(
    tag === null ? null : `<h1>${escaped(title)}</h1>`,
    site.description && tag === null ? `<p class="lead">${escaped(site.description)}</p>` : null,
    posts.length === 0
      ? `<p>${words.empty}</p>`
      : `<ul class="list">${posts.map((post) => itemOf(post, translations, { site, images })).join('\n')}</ul>`,
    pagesOf(list, base, words),
  );
  const feed = `<a href="${sitePath(site)}/feed">${words.feed}</a>`;
  return renderPage(head, { site, main, footer: feed, isHome: tag === null });
}

function itemOf(
  post: PublicPost,
  translations: readonly PublicTranslation[],
  { site, images }: Pick<PageContext, 'site' | 'images'>,
): string {
  const group = translations.filter(({ originalId }) => originalId === post.originalId);
  const languages = languageLinks(post, site, group);
  const cover = coverOf(post, images, true);
  return lines(
    `<li lang="${post.language}"${cover ? ' class="covered"' : ''}>`,
    `<div><h2><a href="${postPath(site, post)}">${escaped(post.title)}</a></h2>`,
    `<p class="meta">${timeOf(post.publishedAt, post.language, site)}</p>`,
    `<p>${escaped(excerptOf(post))}</p>`,
    languages && `<p class="languages">${languages}</p>`,
    '</div>',
    cover,
    '</li>',
  );
}

function pagesOf({ page, total }: ListPage, base: string, words: (typeof PAGE_WORDS)[Locale]): string | null {
  const last = Math.ceil(total / POSTS_PER_PAGE);
  if (last <= 1) return null;
  const link = (to: number, text: string, rel: string): string =>
    to >= 1 && to <= last
      ? `<a rel="${rel}" href="${escaped(to === 1 ? base : `${base}?page=${to}`)}">${text}</a>`
      : '<span></span>';
  return `<nav class="pages" aria-label="${words.pages}">${link(page - 1, words.newer, 'prev')}<span>${page} / ${last}</span>${link(page + 1, words.older, 'next')}</nav>`;
}

interface MissingPage {
  readonly site: PublicSite;
  readonly translations?: readonly PublicTranslation[];
}

/** What stands where there is no page, with the ways to other languages of the post and to the list of the site. */
export function renderMissing(language: Locale, missing: MissingPage | null): string {
  const { title, text, elsewhere, list } = PAGE_WORDS[language].missing;
  if (!missing) return renderNotice({ language, title, text }, null);
  const { site, translations = [] } = missing;
  const pages = languageLinks(null, site, translations);
  const links = pages && lines(`<p>${elsewhere}</p>`, languagesNav(language, pages));
  const back = { href: sitePath(site), text: list };
  return renderNotice({ language, title, text, links, back }, site);
}

interface Notice {
  readonly language: Locale;
  readonly title: string;
  readonly text: string;
  /** Other pages, in HTML. */
  readonly links?: string | null;
  /** A link behind the text. */
  readonly back?: { readonly href: string; readonly text: string };
}

/** A page with a few words, which no search lists. */
export function renderNotice(
  { language, title, text, links = null, back }: Notice,
  site: PublicSite | null,
): string {
  const main = lines(
    `<div class="notice"><h1>${escaped(title)}</h1>`,
    `<p>${escaped(text)}</p>`,
    links,
    back ? `<p><a href="${escaped(back.href)}">${escaped(back.text)}</a></p>` : null,
    '</div>',
  );
  return renderPage({ language, title, isIndexed: false }, { site, main });
}

interface FeedContext {
  readonly site: PublicSite;
  readonly publicUrl: string;
}

/** The newest posts as RSS 2.0. */
export function renderFeed(posts: readonly PublicPost[], { site, publicUrl }: FeedContext): string {
  const home = publicUrl + sitePath(site);
  const title = siteTitle(site);
  const [newest] = posts;
  return lines(
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    `<title>${escaped(title)}</title>`,
    `<link>${escaped(home)}</link>`,
    `<description>${escaped(site.description || title)}</description>`,
    newest ? `<language>${newest.language}</language>` : null,
    newest ? `<lastBuildDate>${newest.republishedAt.toUTCString()}</lastBuildDate>` : null,
    `<atom:link href="${escaped(`${home}/feed`)}" rel="self" type="application/rss+xml"/>`,
    ...posts.map((post) => feedItemOf(post, publicUrl + postPath(site, post))),
    '</channel>',
    '</rss>',
    '',
  );
}

const feedItemOf = (post: PublicPost, url: string): string =>
  lines(
    '<item>',
    `<title>${escaped(post.title)}</title>`,
    `<link>${escaped(url)}</link>`,
    // The address may change.
    `<guid isPermaLink="false">urn:uuid:${post.id}</guid>`,
    `<pubDate>${post.publishedAt.toUTCString()}</pubDate>`,
    `<description>${escaped(excerptOf(post))}</description>`,
    ...post.tags.map((tag) => `<category>${escaped(tag)}</category>`),
    '</item>',
  );

/** Addresses of all public pages, for search. */
export function renderSitemap(
  posts: Awaited<ReturnType<typeof listPublicAddresses>>,
  { site, publicUrl }: FeedContext,
): string {
  const home = publicUrl + sitePath(site);
  // As `listPublicTranslations`: the first published comes first.
  const named = posts.filter(({ isFirst }) => isFirst).toReversed();
  const groups = Map.groupBy(named, ({ originalId }) => originalId);
  const linksOf = (post: (typeof posts)[number]): string[] =>
    alternatesOf(post, groups.get(post.originalId) ?? [], home).map(
      ([language, url]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${escaped(url)}"/>`,
    );
  return lines(
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    `<url><loc>${escaped(home)}</loc></url>`,
    ...posts.map((post) =>
      [
        `<url><loc>${escaped(`${home}/${post.slug}`)}</loc><lastmod>${post.republishedAt.toISOString()}</lastmod>`,
        ...linksOf(post),
        '</url>',
      ].join(''),
    ),
    '</urlset>',
    '',
  );
}
