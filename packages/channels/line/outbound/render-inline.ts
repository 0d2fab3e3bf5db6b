import type { Definition, Link, LinkReference, RootContent } from 'mdast';
import { dropLeftoverMarks } from './leftover-marks.ts';
import { readableUrl } from './readable-url.ts';
import { stripHtml } from './strip-html.ts';

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
