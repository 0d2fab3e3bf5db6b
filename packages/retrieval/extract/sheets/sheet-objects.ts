import { type DrawingRead, NO_DRAWING, readDrawing } from '../drawing/read-drawing.ts';
import { readXml } from '../xml/read-xml.ts';
import type { Attributes, XmlHandler } from '../xml/scan-xml.ts';
import type { ZipArchive } from '../zip/archive.ts';
import { readRelations } from '../zip/relations.ts';
import { RichTextReader, readCellText } from './rich-text.ts';

/** Objects of other programs in a sheet, whose words are not read. */
const FOREIGN: ReadonlySet<string> = new Set(['oleObject', 'package']);

/** Words of a sheet outside of its cells: its drawings in the order of their places, then the notes of its cells. */
export async function readSheetObjects(archive: ZipArchive, sheetPath: string): Promise<DrawingRead> {
  const relations = await readRelations(archive, sheetPath);
  let read = NO_DRAWING;
  for (const { type, target } of relations) {
    if (type === 'drawing') read = join(read, await readDrawing(archive, target));
    else if (FOREIGN.has(type)) read = { ...read, hasUnread: true };
  }
  for (const { type, target } of relations) {
    if (type !== 'comments') continue;
    const notes = new NotesHandler();
    await readXml(archive.read(target), notes);
    read = { ...read, texts: [...read.texts, ...notes.texts] };
  }
  return read;
}

const join = (one: DrawingRead, other: DrawingRead): DrawingRead => ({
  texts: [...one.texts, ...other.texts],
  pictures: one.pictures + other.pictures,
  hasUnread: one.hasUnread || other.hasUnread,
});

/** A comment of a conversation is kept as a note too, for older programs, with this for its author. */
const CONVERSATION = /^tc=/;

/** Notes of the cells of a sheet. Excel begins a note with the name of its author. */
class NotesHandler implements XmlHandler {
  readonly texts: string[] = [];
  private readonly authors: string[] = [];
  private readonly note = new RichTextReader();
  private isAuthor = false;
  private author = '';

  open(name: string, attributes: Attributes): void {
    if (name === 'author') {
      this.isAuthor = true;
      this.authors.push('');
    } else if (name === 'comment') this.author = this.authors[Number(attributes.get('authorId'))] ?? '';
    else this.note.open(name, attributes);
  }

  close(name: string): void {
    if (name === 'author') this.isAuthor = false;
    else if (name === 'comment') this.endNote();
    else this.note.close(name);
  }

  text(text: string): void {
    if (this.isAuthor) this.authors[this.authors.length - 1] += text;
    else this.note.text(text);
  }

  private endNote(): void {
    const text = readCellText(this.note.take(), null).trim();
    if (CONVERSATION.test(this.author)) return;
    const begin = [`${this.author}:`, `${this.author}：`].find((name) => text.startsWith(name)) ?? '';
    const words = this.author === '' ? text : text.slice(begin.length).trim();
    if (words !== '') this.texts.push(words);
  }
}
