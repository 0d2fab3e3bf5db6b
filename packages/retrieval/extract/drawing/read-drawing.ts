import { readXml } from '../xml/read-xml.ts';
import type { Attributes, XmlHandler } from '../xml/scan-xml.ts';
import type { ZipArchive } from '../zip/archive.ts';
import { readRelations } from '../zip/relations.ts';
import { DrawingHandler } from './drawing-text.ts';

export interface DrawingRead {
  readonly texts: readonly string[];
  readonly pictures: number;
  /** Words of other objects were left out. */
  readonly hasUnread: boolean;
}

export const NO_DRAWING: DrawingRead = { texts: [], pictures: 0, hasUnread: false };

/** Words of a drawing: boxes, groups, titles of charts, and diagrams. */
export async function readDrawing(archive: ZipArchive, path: string): Promise<DrawingRead> {
  const relations = await readRelations(archive, path);
  const drawing = new DrawingHandler(relations);
  await readXml(archive.read(path), drawing);
  const texts: string[] = [];
  let { hasUnread } = drawing;
  for (const item of drawing.inOrder()) {
    if (item.kind === 'text') {
      texts.push(item.text);
      continue;
    }
    const part = relations.find(({ id }) => id === item.relation)?.target ?? '';
    if (archive.has(part))
      texts.push(
        ...(item.kind === 'chart' ? await readChart(archive, part) : await readDiagram(archive, part)),
      );
    else hasUnread = true;
  }
  return { texts, pictures: drawing.pictures, hasUnread };
}

/** Words of a diagram (SmartArt), each in the order of its data. */
export async function readDiagram(archive: ZipArchive, path: string): Promise<string[]> {
  const handler = new DrawingHandler(await readRelations(archive, path));
  await readXml(archive.read(path), handler);
  return textsOf(handler);
}

const textsOf = (handler: DrawingHandler | null): string[] =>
  handler?.inOrder().flatMap((item) => (item.kind === 'text' ? [item.text] : [])) ?? [];

/** Titles of a chart and its axes, labels that were written by hand, and what was drawn over it. */
export async function readChart(archive: ZipArchive, path: string): Promise<string[]> {
  const chart = new ChartHandler();
  await readXml(archive.read(path), chart);
  const relations = await readRelations(archive, path);
  const drawn = relations.find(({ type }) => type === 'chartUserShapes')?.target;
  const texts = [...chart.texts];
  if (drawn !== undefined && archive.has(drawn)) texts.push(...(await readDiagram(archive, drawn)));
  return texts;
}

class ChartHandler implements XmlHandler {
  readonly texts: string[] = [];
  private rich: DrawingHandler | null = null;
  private titles = 0;
  private isValue = false;
  private value = '';

  open(name: string, attributes: Attributes): void {
    if (name === 'rich') this.rich = new DrawingHandler();
    else if (name === 'title') this.titles++;
    else if (this.rich) this.rich.open(name, attributes);
    else if (name === 'v' && this.titles > 0) this.isValue = true;
  }

  close(name: string): void {
    if (name === 'rich') {
      this.texts.push(...textsOf(this.rich));
      this.rich = null;
    } else if (name === 'title') this.titles--;
    else if (this.rich) this.rich.close(name);
    else if (name === 'v' && this.isValue) {
      this.isValue = false;
      if (this.value.trim() !== '') this.texts.push(this.value.trim());
      this.value = '';
    }
  }

  text(text: string): void {
    if (this.rich) this.rich.text(text);
    else if (this.isValue) this.value += text;
  }
}
