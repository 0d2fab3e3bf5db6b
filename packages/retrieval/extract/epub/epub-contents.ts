import { oneLine } from '../markdown/writer.ts';
import { readXml } from '../xml/read-xml.ts';
import type { ZipArchive } from '../zip/archive.ts';
import { hrefPath } from './epub-package.ts';

const TITLE_MAX = 200;

/** Titles of chapters by their path, from the table of contents; the first of each file counts. */
export async function readEpubContents(
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
