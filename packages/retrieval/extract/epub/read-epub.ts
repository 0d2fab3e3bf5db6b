import { HtmlHandler } from '../html/html-handler.ts';
import { decodeHtml, flattenHtml, scanHtml } from '../html/scan-html.ts';
import { MarkdownWriter, oneLine } from '../markdown/writer.ts';
import { ReadFault } from '../read-fault.ts';
import type { OnProgress, ReadLimits } from '../read-limits.ts';
import { readXml } from '../xml/read-xml.ts';
import { ZipArchive } from '../zip/archive.ts';
import { cleanTitle } from '../zip/core-title.ts';
import { resolvePath } from '../zip/relations.ts';

const TITLE_MAX = 200;

/** Titles of chapters by their path, from the table of contents; the first of each file counts. */
async function readEpubContents(
  archive: ZipArchive,
  path: string | null,
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  if (path === null) return titles;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  let label = '';
  let target = '';
  const add = (chapter: string) => {
    const title = oneLine(label).slice(0, TITLE_MAX);
    if (chapter !== '' && title !== '' && !titles.has(chapter)) titles.set(chapter, title);
  };
  await readXml(
    archive.read(path),
    {
      open(name, attributes) {
        if (name === 'a' || name === 'navLabel') label = '';
        if (name === 'a') target = hrefPath(folder, attributes.get('href') ?? '');
        // In EPUB 2 the label stands before its target.
        if (name === 'content') add(hrefPath(folder, attributes.get('src') ?? ''));
      },
      close(name) {
        if (name === 'a') add(target);
      },
      text(text) {
        if (label.length < 2000) label += text;
      },
    },
    true,
  );
  return titles;
}

export interface EpubRead {
  readonly title: string | null;
  readonly language: string | null;
  readonly text: string;
}

/** Reads a book chapter by chapter in the order it is read in. Throws `ReadFault`. */
export async function readEpub(
  bytes: Uint8Array,
  limits: ReadLimits,
  onProgress: OnProgress,
): Promise<EpubRead> {
  const archive = new ZipArchive(bytes);
  const path = await findPackage(archive);
  const book = await readEpubPackage(archive, path);
  await refuseLocked(archive, book);
  const titles = await readEpubContents(archive, book.contents);
  const writer = new MarkdownWriter(limits.textCharacters);
  for (const [index, chapter] of book.chapters.entries()) {
    await writeChapter(archive, chapter, { title: titles.get(chapter) ?? null, writer });
    onProgress((index + 1) / book.chapters.length);
  }
  return { title: cleanTitle(book.title), language: book.language, text: writer.text() };
}

async function findPackage(archive: ZipArchive): Promise<string> {
  let path = '';
  await readXml(archive.read('META-INF/container.xml'), {
    open(name, attributes) {
      if (name === 'rootfile' && path === '') path = resolvePath('', attributes.get('full-path') ?? '');
    },
    close() {},
    text() {},
  });
  if (!archive.has(path)) throw new ReadFault('broken');
  return path;
}

/** Fonts may be scrambled; a book whose chapters are is locked by its shop. */
async function refuseLocked(archive: ZipArchive, book: EpubPackage): Promise<void> {
  const locked = new Set<string>();
  await readXml(archive.read('META-INF/encryption.xml'), {
    open(name, attributes) {
      if (name === 'CipherReference') locked.add(resolvePath('', decodeURI(attributes.get('URI') ?? '')));
    },
    close() {},
    text() {},
  });
  if (book.chapters.some((chapter) => locked.has(chapter)))
    throw new ReadFault(
      'encrypted',
      'This book is locked by its shop and cannot be read; upload a copy without copy protection.',
    );
}

async function writeChapter(
  archive: ZipArchive,
  path: string,
  { title, writer }: { readonly title: string | null; readonly writer: MarkdownWriter },
): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of archive.read(path)) pieces.push(piece);
  const html = decodeHtml(Buffer.concat(pieces)) ?? '';
  // A chapter that begins without a heading is named by the table of contents.
  if (title !== null && !/<h[1-6][\s>]/i.test(html)) writer.heading(1, title);
  // XHTML closes empty elements where HTML reads a start tag only: `<title/>` would swallow the page.
  const source = html.replaceAll(/<(title|script|style|a|p|div|span|i|b|td)(\s[^<>]*)?\/>/gi, '<$1$2></$1>');
  const handler = new HtmlHandler(writer, { mainOnly: false });
  if (scanHtml(source, [handler])) handler.end();
  else writer.paragraph(flattenHtml(html));
}

interface EpubPackage {
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
async function readEpubPackage(archive: ZipArchive, path: string): Promise<EpubPackage> {
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
function hrefPath(folder: string, href: string): string {
  const bare = href.split('#')[0] ?? '';
  try {
    return resolvePath(folder, decodeURIComponent(bare));
  } catch (error) {
    // Not every percent sign is an escape.
    if (error instanceof URIError) return resolvePath(folder, bare);
    throw error;
  }
}
