import type { Attributes } from '../xml/scan-xml.ts';

/** Parts of an OpenDocument file whose text is not shown as text of the place where they stand. */
export const HIDDEN_PARTS: ReadonlySet<string> = new Set([
  'annotation',
  'annotation-end',
  'tracked-changes',
  'ruby-text',
  'forms',
  'scripts',
  'note-citation',
  'title',
  'desc',
  'event-listeners',
  'table-of-content-source',
  'index-title-template',
  'settings',
  'table-of-content',
]);

const SPACES_MAX = 100;

/** The characters that elements stand for inside a paragraph: spaces, tabs and breaks; null for other elements. */
export function specialText(name: string, attributes: Attributes): string | null {
  if (name === 's') return ' '.repeat(Math.min(Number(attributes.get('c') ?? 1) || 1, SPACES_MAX));
  if (name === 'tab') return '\t';
  return name === 'line-break' ? '\n' : null;
}
