import { decodeText } from './decode-text.ts';
import { documentOf, type ExtractedDocument } from './document.ts';
import { ReadFault } from './read-fault.ts';

/** Plain text or markdown as it is. Throws `ReadFault`. */
export function readPlainText(bytes: Uint8Array, markdown: boolean): ExtractedDocument {
  const decoded = decodeText(bytes);
  if (decoded.kind === 'unreadable')
    throw new ReadFault('wrong_type', `This file cannot be read: ${decoded.detail}.`);
  return documentOf({ title: markdown ? readTitle(decoded.text) : null, text: decoded.text });
}

/** `title:` of the front matter, else the first heading of level 1. */
function readTitle(text: string): string | null {
  const matter = /^---\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)(?:\n|$)/.exec(text)?.[1] ?? '';
  const named = /^title:[ \t]*(["']?)(.+)\1[ \t]*$/m.exec(matter)?.[2];
  const heading = /^ {0,3}#[ \t]+(.+)$/m.exec(text.slice(0, 20_000))?.[1]?.replace(/[ \t]+#+[ \t]*$/, '');
  return (named ?? heading)?.trim().slice(0, 300) || null;
}
