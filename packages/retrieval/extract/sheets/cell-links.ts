import { linkAddress } from '../inline/link-address.ts';
import { XmlScanner } from '../xml/scan-xml.ts';
import type { ZipArchive } from '../zip/archive.ts';
import { readRelations } from '../zip/relations.ts';

/** Addresses by the reference of their cell, such as `B2`. */
export type CellLinks = ReadonlyMap<string, string>;

const NO_LINKS: CellLinks = new Map();

const TAG = /<(?:\w+:)?hyperlink\s[^>]{1,9000}>/g;
const TAG_MAX = 10_000;
const LINKS_MAX = 100_000;

/** What cells of a sheet link to (ECMA-376 part 1, 18.3.1.47). They stand at the sheet's end, so it is run through before. */
export async function readCellLinks(archive: ZipArchive, path: string): Promise<CellLinks> {
  const relations = (await readRelations(archive, path)).filter(({ type }) => type === 'hyperlink');
  if (relations.length === 0) return NO_LINKS;
  const targets = new Map(relations.map(({ id, target }) => [id, target]));
  const links = new Map<string, string>();
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of archive.read(path)) {
    const text = rest + decoder.decode(piece, { stream: true });
    let end = Math.max(0, text.length - TAG_MAX);
    for (const found of text.matchAll(TAG)) {
      addLink(links, targets, found[0]);
      end = Math.max(end, found.index + found[0].length);
    }
    if (links.size > LINKS_MAX) break;
    rest = text.slice(end);
  }
  return links;
}

function addLink(links: Map<string, string>, targets: ReadonlyMap<string, string>, tag: string): void {
  const scanner = new XmlScanner({
    open(_, attributes) {
      const target = targets.get(attributes.get('id') ?? '');
      const location = attributes.get('location');
      const whole = target && location && !target.includes('#') ? `${target}#${location}` : target;
      const address = linkAddress(whole);
      // A range of cells shows the text of its first one.
      const cell = (attributes.get('ref') ?? '').split(':')[0] ?? '';
      if (address !== null && cell !== '') links.set(cell, address);
    },
    close() {},
    text() {},
  });
  scanner.write(tag);
}

/** `HYPERLINK("https://…","here")`; null when the address is worked out from other cells. */
export function formulaAddress(formula: string): string | null {
  const written = /^\s*=?\s*HYPERLINK\s*\(\s*"((?:[^"]|"")*)"\s*[,;)]/i.exec(formula)?.[1];
  return written === undefined ? null : linkAddress(written.replaceAll('""', '"'));
}
