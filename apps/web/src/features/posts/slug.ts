const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const SLUG_MAX = 80;
const SLUG_MIN = 2;
/** Names of pages that the product has below an account's address. */
const RESERVED: ReadonlySet<string> = new Set(['feed', 'sitemap', 'image', 'tag', 'style', 'report']);

/** Whether the server takes it as a part of an address. */
export const isSlug = (slug: string): boolean =>
  slug.length >= SLUG_MIN && slug.length <= SLUG_MAX && SLUG.test(slug) && !RESERVED.has(slug);

/** Whether the server made up the address of a post, because its title has too few Latin letters. */
export const isMadeSlug = (slug: string): boolean => /^post-[a-z0-9]{6}(?:-\d+)?$/.test(slug);
/** Whether the server made up the address of the account's page, because its name has too few Latin letters. */
export const isMadeSiteSlug = (slug: string): boolean => /^site-[a-z0-9]{6}(?:-\d+)?$/.test(slug);

/** Latin letters and digits of a title, joined by hyphens; null: the title has too few of them, as a Japanese one. */
export function slugFromTitle(title: string): string | null {
  const slug = title
    .replaceAll(/[đĐ]/g, 'd')
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
    .slice(0, SLUG_MAX)
    .replace(/-$/, '');
  const isMostOfIt = slug.length * 2 >= [...title.replaceAll(/[\s\p{Punctuation}]/gu, '')].length;
  return isSlug(slug) && isMostOfIt ? slug : null;
}
