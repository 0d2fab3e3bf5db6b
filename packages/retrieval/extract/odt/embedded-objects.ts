import { readXml } from '../xml/read-xml.ts';
import type { ZipArchive } from '../zip/archive.ts';
import { resolvePath } from '../zip/relations.ts';

/** Shapes that hold paragraphs of their own (OpenDocument 1.3 part 3, 10.3 and 10.6). */
export const SHAPES: ReadonlySet<string> = new Set(
  'text-box custom-shape rect ellipse circle line connector caption polygon polyline path regular-polygon measure'.split(
    ' ',
  ),
);

/** Titles of the charts among the objects of a file; what other objects say is not read. */
export async function readObjects(
  archive: ZipArchive,
  addresses: readonly string[],
): Promise<{ readonly texts: readonly string[]; readonly hasUnread: boolean }> {
  const texts: string[] = [];
  let hasUnread = false;
  for (const address of addresses) {
    const chart = await readChartTitles(archive, `${resolvePath('', address)}/content.xml`);
    if (chart) texts.push(...chart);
    else hasUnread = true;
  }
  return { texts, hasUnread };
}

/** Null: it is no chart. */
async function readChartTitles(archive: ZipArchive, path: string): Promise<string[] | null> {
  const titles: string[] = [];
  let isChart = false;
  let isTitle = false;
  let text = '';
  await readXml(archive.read(path), {
    open(name) {
      if (name === 'chart') isChart = true;
      else if (name === 'title' || name === 'subtitle') isTitle = true;
    },
    close(name) {
      if (name !== 'title' && name !== 'subtitle') return;
      isTitle = false;
      if (text.trim() !== '') titles.push(text.trim());
      text = '';
    },
    text(part) {
      if (isTitle) text += part;
    },
  });
  return isChart ? titles : null;
}
