/** An address made from a title; titles without Latin letters get one from the bot's id. */
export function slugOf(title: string, id: string): string {
  const slug = title
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll(/đ/gi, 'd')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replaceAll(/^-+|-+$/g, '');
  return slug.length >= 3 ? slug : `bot-${id.slice(-6)}`;
}
