import { readXml } from '../xml/read-xml.ts';
import type { ZipArchive } from './archive.ts';

/** A part that another part of an Office file refers to. */
export interface Relation {
  readonly id: string;
  /** Last word of the type's address, such as `styles`. */
  readonly type: string;
  /** Path in the archive, or the address of something outside. */
  readonly target: string;
}

/** Relations of a part, or of the whole file for `''`. */
export async function readRelations(archive: ZipArchive, part: string): Promise<Relation[]> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const path = `${folder}_rels/${part.slice(folder.length)}.rels`;
  const relations: Relation[] = [];
  await readXml(archive.read(path), {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const target = attributes.get('Target') ?? '';
      const outside = attributes.get('TargetMode') === 'External';
      relations.push({
        id: attributes.get('Id') ?? '',
        type: attributes.get('Type')?.split('/').at(-1) ?? '',
        target: outside ? target : resolvePath(folder, target),
      });
    },
    close() {},
    text() {},
  });
  return relations;
}

/** Path of `target` as seen from a folder; never leads outside the archive. */
export function resolvePath(folder: string, target: string): string {
  const from = target.startsWith('/') ? '' : folder;
  const parts: string[] = [];
  for (const part of `${from}${target}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
