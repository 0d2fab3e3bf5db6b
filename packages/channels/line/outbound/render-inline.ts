import type { Definition, Link, LinkReference, RootContent } from 'mdast';
import { readableUrl } from './readable-url.ts';
import { stripHtml } from './strip-html.ts';

const STRONG = /(?<!\*)\*{2,3}(?!\*)/g;
const EMPHASIS = /(?<![*_])(\*|__)(?![\s*_])([^\n*]{0,200}?[^\s*])\1(?![*_])/gu;
const EDGE_PUNCTUATION = /^[\p{P}\p{S}]|[\p{P}\p{S}]$/u;

/**
 * CommonMark doesn't see the end of `**「強調」**です` (punctuation inside, a letter outside) and then pairs the
 * marks of a paragraph wrongly, so models' Japanese leaves some in the text. Pairing takes two at a time: what is
 * left of strong marks in an even number was meant as marks. A single `*` or a `__` also stands in names and notes,
 * so these go only around text with punctuation at an edge.
 */
function dropLeftoverMarks(text: string): string {
  const strong = [...text.matchAll(STRONG)].length;
  const withoutStrong = strong > 0 && strong % 2 === 0 ? text.replaceAll(STRONG, '') : text;
  return withoutStrong.replaceAll(EMPHASIS, (whole, _mark: string, inside: string) =>
    EDGE_PUNCTUATION.test(inside) ? inside : whole,
  );
}

export interface InlineContext {
  readonly hiddenMarkers: ReadonlySet<number>;
  readonly definitions: ReadonlyMap<string, Definition>;
  /** Addresses are left out, as something beside the words leads to them. */
  readonly withoutAddresses?: boolean;
}

// Noncharacters, taken out of the input first: they stand for marks that belong to code or an address.
const STAR = '\uFDD0';
const UNDERSCORE = '\uFDD1';

/** Inline nodes of one block as text. */
export function renderInline(nodes: readonly RootContent[], context: InlineContext): string {
  const text = nodes.map((node) => renderNode(node, context)).join('');
  return separateUrls(dropLeftoverMarks(text)).replaceAll(STAR, '*').replaceAll(UNDERSCORE, '_').trim();
}

function renderNode(node: RootContent, context: InlineContext): string {
  switch (node.type) {
    case 'text':
      return hideMarkers(node.value.replaceAll(/[\uFDD0\uFDD1\uFDD2]/g, ''), context.hiddenMarkers);
    case 'inlineCode':
      return shield(node.value);
    case 'break':
      return '\n';
    case 'html':
      return stripHtml(node.value);
    case 'link':
      return renderLink(node, context);
    case 'linkReference':
      return renderLinkReference(node, context);
    case 'image':
      return context.withoutAddresses ? '' : withAddress(node.alt ?? '', node.url, context);
    case 'imageReference':
      return context.withoutAddresses
        ? ''
        : withAddress(node.alt ?? '', context.definitions.get(node.identifier)?.url ?? '', context);
    case 'footnoteReference':
      return `[${node.label ?? node.identifier}]`;
    case 'delete':
      return `~~${children(node, context)}~~`;
    default:
      return 'children' in node ? children(node, context) : '';
  }
}

function children(node: { readonly children: readonly RootContent[] }, context: InlineContext): string {
  return node.children.map((child) => renderNode(child, context)).join('');
}

function renderLink(link: Link, context: InlineContext): string {
  const text = children(link, context);
  return withAddress(/^\d+$/.test(text) ? `[${text}]` : text, link.url, context);
}

/** `[1]` with a definition below is a citation; the definition itself shows the address. */
function renderLinkReference(node: LinkReference, context: InlineContext): string {
  const text = children(node, context);
  if (!/^\d+$/.test(text)) {
    return withAddress(text, context.definitions.get(node.identifier)?.url ?? '', context);
  }
  return context.hiddenMarkers.has(Number(text)) ? '' : `[${text}]`;
}

function withAddress(text: string, url: string, { withoutAddresses }: InlineContext): string {
  if (withoutAddresses) return text;
  const shown = readableUrl(url);
  if (shown === null) return text;
  const says = [shown, url, url.replace(/^https?:\/\//, '')];
  return text.trim() === '' || says.includes(text) ? address(shown) : `${text} ${address(shown)}`;
}

/** Ends an address, so that the chat doesn't take the words behind it for a part of it. */
const ADDRESS_END = '\uFDD2';

function address(url: string): string {
  return shield(url) + ADDRESS_END;
}

function separateUrls(text: string): string {
  return text.replaceAll(new RegExp(`${ADDRESS_END}(?=\\S)`, 'g'), ' ').replaceAll(ADDRESS_END, '');
}

function shield(text: string): string {
  return text
    .replaceAll(/[\uFDD0\uFDD1\uFDD2]/g, '')
    .replaceAll('*', STAR)
    .replaceAll('_', UNDERSCORE);
}

function hideMarkers(text: string, hidden: ReadonlySet<number>): string {
  if (hidden.size === 0) return text;
  return text.replaceAll(/ ?\[(\d+)\]/g, (whole, number: string) =>
    hidden.has(Number(number)) ? '' : whole,
  );
}
