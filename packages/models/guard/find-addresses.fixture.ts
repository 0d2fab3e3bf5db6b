import { domainToUnicode } from 'node:url';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { parse } from 'tldts';

/**
 * What programs that show a text would open, as far as it leads to other hosts: written without the guard's own code,
 * by reading the markdown as the channels do, and the words as chat programs make them tappable.
 */
export function foreignAddresses(markdown: string, hosts: readonly string[]): string[] {
  const tree = fromMarkdown(markdown, {
    extensions: [gfm({ singleTilde: false })],
    mdastExtensions: [gfmFromMarkdown()],
  });
  const targets: string[] = [];
  const words: string[] = [];
  const visit = (node: Nodes): void => {
    if (node.type === 'image' || node.type === 'imageReference')
      targets.push(`picture ${JSON.stringify(node)}`);
    if (node.type === 'link' || node.type === 'definition') targets.push(node.url);
    if (['paragraph', 'heading', 'tableCell', 'code', 'html'].includes(node.type)) words.push(wordsOf(node));
    if ('children' in node) node.children.forEach(visit);
  };
  visit(tree);
  return [
    ...targets.filter((target) => !leadsTo(target.replace(/^mailto:[^@]*@/i, 'https://'), hosts)),
    ...tappableIn([markdown, ...words].join('\n\n'), hosts),
  ];
}

const wordsOf = (node: Nodes): string => {
  if (node.type === 'html') return node.value.replaceAll(/<[^>]*>/g, '');
  if (node.type === 'break') return '\n';
  if ('value' in node) return node.type === 'inlineCode' ? ` ${node.value} ` : node.value;
  return 'children' in node ? node.children.map(wordsOf).join('') : '';
};

const SCHEME = /[a-z][a-z0-9+.-]*:\/\/\S*/gi;
const MAIL = /[\p{L}\p{N}._%+-]+@(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+/giu;
const NAME =
  /(?<![\p{L}\p{N}@._/-])(?:[\p{L}\p{N}][\p{L}\p{N}-]*\.)+[\p{L}\p{N}-]+(?::\d+)?(?![\p{L}\p{N}@-])/giu;

/** Words of a text that become links by themselves, to hosts that aren't on the list. */
export function tappableIn(text: string, hosts: readonly string[]): string[] {
  const schemes = [...text.matchAll(SCHEME)].map(([found]) =>
    found.replace(/[)\]}*_~`|"'<>].*$/, '').replace(/[.,:;!?]+$/, ''),
  );
  const mails = [...text.matchAll(MAIL)].map(
    ([found]) => `https://${found.slice(found.lastIndexOf('@') + 1)}`,
  );
  const names = [...text.replaceAll(SCHEME, ' ').matchAll(NAME)].map(([found]) => found).filter(isName);
  return [
    ...schemes.filter((found) => !leadsTo(found, hosts)),
    ...mails.filter((found) => !leadsTo(found, hosts)),
    ...names.filter((found) => !leadsTo(`https://${found}`, hosts)),
  ];
}

const isName = (found: string): boolean => {
  const host = found.replace(/:\d+$/, '').toLowerCase();
  return (
    /^\d{1,3}(\.\d{1,3}){3}$/.test(host) || /^www\.|\.example$/.test(host) || parse(host).isIcann === true
  );
};

function leadsTo(address: string, hosts: readonly string[]): boolean {
  if (!/^https?:\/\//i.test(address)) return false;
  // No program opens it.
  if (!URL.canParse(address)) return true;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') return false;
  const host = url.host.replace(/^www\./, '').replace(/\.$/, '');
  // Nor one whose last label no registry could give out.
  if (/[^\p{L}\p{N}.:[\]-]/u.test(domainToUnicode(host))) return true;
  return hosts.some((one) => {
    if (one.startsWith('*.')) return host.endsWith(one.slice(1));
    return host === new URL(`https://${one}`).host;
  });
}
