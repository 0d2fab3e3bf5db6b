import type { Nodes } from 'mdast';
import { readableUrl } from './readable-url.ts';
import { type InlineContext, renderInline } from './render-inline.ts';
import { secureUrl } from './secure-url.ts';

export interface FoundLink {
  readonly label: string;
  readonly url: string;
}
export interface FoundTargets {
  readonly links: readonly FoundLink[];
  /** Addresses of pictures. */
  readonly images: readonly string[];
}

/**
 * Links and pictures somewhere inside of a node, with addresses the vendor takes. Null when there is one it doesn't
 * take (http, mailto, too long): then only text keeps it.
 */
export function findTargets(
  nodes: readonly Nodes[],
  context: InlineContext,
  mostUrl: { readonly link: number; readonly image: number },
): FoundTargets | null {
  const links: FoundLink[] = [];
  const images: string[] = [];
  let isLost = false;
  const visit = (node: Nodes): void => {
    const target = targetOf(node, context);
    const shown = target === null ? null : readableUrl(target);
    if (target !== null && shown !== null) {
      const isImage = node.type === 'image' || node.type === 'imageReference';
      const url = secureUrl(target, isImage ? mostUrl.image : mostUrl.link);
      if (url === null) isLost = true;
      else if (isImage) images.push(url);
      else links.push({ label: labelOf(node, context) || hostOf(url), url });
    }
    if ('children' in node) node.children.forEach(visit);
  };
  nodes.forEach(visit);
  return isLost ? null : { links, images };
}

function targetOf(node: Nodes, { definitions }: InlineContext): string | null {
  switch (node.type) {
    case 'link':
    case 'image':
      return node.url;
    case 'linkReference':
      // `[1]` with a definition is a citation, not a place to go to.
      if (/^\d+$/.test(node.identifier)) return null;
      return definitions.get(node.identifier)?.url ?? null;
    case 'imageReference':
      return definitions.get(node.identifier)?.url ?? null;
    default:
      return null;
  }
}

function labelOf(node: Nodes, context: InlineContext): string {
  if (node.type !== 'link' && node.type !== 'linkReference') return '';
  return renderInline(node.children, { ...context, withoutAddresses: true }).replaceAll(/\s+/g, ' ');
}

const hostOf = (url: string): string => new URL(url).hostname;
