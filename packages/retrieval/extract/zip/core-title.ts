import { readXml } from '../xml/read-xml.ts';
import { decodeXstring } from '../xml/xstring.ts';
import type { ZipArchive } from './archive.ts';

/** Titles that programs fill in by themselves say nothing about the document. */
const MACHINE_TITLE =
  /^(?:untitled|無題|microsoft (?:word|powerpoint|excel)\b|powerpoint |presentation ?\d*$|プレゼンテーション ?\d*$|document ?\d*$|\S+\.\w{2,5}$)/i;

/** A title that a person gave, on one line; else null. */
export function cleanTitle(text: string | null): string | null {
  const title = (text ?? '').replaceAll(/\s+/g, ' ').replaceAll('\0', '').trim();
  return title === '' || title.length > 300 || MACHINE_TITLE.test(title) ? null : title.normalize('NFC');
}

/** `dc:title` of an Office document or an OpenDocument file. */
export async function readCoreTitle(archive: ZipArchive, path = 'docProps/core.xml'): Promise<string | null> {
  let title = '';
  let reading = false;
  await readXml(archive.read(path), {
    open(name) {
      if (name === 'title') reading = true;
    },
    close(name) {
      if (name === 'title') reading = false;
    },
    text(text) {
      if (reading && title.length < 1000) title += text;
    },
  });
  return cleanTitle(decodeXstring(title));
}
