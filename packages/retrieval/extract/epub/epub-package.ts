import { readXml } from '../xml/read-xml.ts';
import type { ZipArchive } from '../zip/archive.ts';
import { resolvePath } from '../zip/relations.ts';

export interface EpubPackage {
  readonly title: string;
  readonly language: string | null;
  /** Paths in reading order. */
  readonly chapters: readonly string[];
  /** Path of the table of contents, EPUB 3's or 2's. */
  readonly contents: string | null;
}

interface Item {
  readonly path: string;
  readonly mediaType: string;
  readonly properties: string;
}

/** What the package file of a book says (EPUB 3.3, 5). */
export async function readEpubPackage(archive: ZipArchive, path: string): Promise<EpubPackage> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const items = new Map<string, Item>();
  const spine: string[] = [];
  const found = { title: '', language: '' };
  let reading: 'title' | 'language' | null = null;
  await readXml(
    archive.read(path),
    {
      open(name, attributes) {
        const get = (key: string) => attributes.get(key) ?? '';
        if (name === 'item') {
          const item = {
            path: hrefPath(folder, get('href')),
            mediaType: get('media-type'),
            properties: get('properties'),
          };
          items.set(get('id'), item);
        } else if (name === 'itemref') spine.push(get('idref'));
        else if ((name === 'title' || name === 'language') && found[name] === '') reading = name;
      },
      close(name) {
        if (name === reading) reading = null;
      },
      text(text) {
        if (reading && found[reading].length < 1000) found[reading] += text;
      },
    },
    true,
  );
  const isContents = (item: Item) => item.properties.split(/\s+/).includes('nav');
  const all = [...items.values()];
  const contents =
    all.find(isContents) ?? all.find(({ mediaType }) => mediaType === 'application/x-dtbncx+xml');
  const chapters = spine.flatMap((id) => {
    const item = items.get(id);
    return item && !isContents(item) && /html|xml/.test(item.mediaType) && archive.has(item.path)
      ? [item.path]
      : [];
  });
  return {
    title: found.title,
    language: found.language.trim().toLowerCase() || null,
    chapters,
    contents: contents?.path ?? null,
  };
}

/** Path of a reference, without its part after `#`. */
export function hrefPath(folder: string, href: string): string {
  const bare = href.split('#')[0] ?? '';
  try {
    return resolvePath(folder, decodeURIComponent(bare));
  } catch (error) {
    // Not every percent sign is an escape.
    if (error instanceof URIError) return resolvePath(folder, bare);
    throw error;
  }
}
