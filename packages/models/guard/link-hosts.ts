import { domainToASCII } from 'node:url';
import { parse } from 'tldts';

/** Names that no registry gives out, but which networks and their own machines may know. */
const LOCAL_NAMES = new Set(['example', 'test', 'invalid', 'localhost', 'local', 'internal', 'lan', 'onion']);

/** Whether chat programs take it for an address although no scheme stands before it. */
export function isDomainName(name: string): boolean {
  const host = name.normalize('NFKC').toLowerCase();
  if (LOCAL_NAMES.has(host.slice(host.lastIndexOf('.') + 1))) return true;
  return parse(host, { validateHostname: false }).isIcann === true;
}

/** Which links of an answer stay links; all others are shown as plain text. */
export interface LinkPolicy {
  allowsHost(host: string): boolean;
}

/** `hosts`: `shop.example`, which is also `www.shop.example`, or `*.shop.example` for everything below it. */
export function createLinkPolicy(hosts: Iterable<string>): LinkPolicy {
  const exact = new Set<string>();
  const below: string[] = [];
  for (const host of hosts) {
    if (host.startsWith('*.')) below.push(asciiHost(host.slice(1)));
    else exact.add(asciiHost(host));
  }
  return {
    allowsHost(given) {
      const host = asciiHost(given);
      return exact.has(host) || below.some((end) => host.endsWith(end) && host.length > end.length);
    },
  };
}

/** Small letters in ASCII, without `www.`; a port that is not the scheme's own stays. */
function asciiHost(host: string): string {
  const [, name = host, port = ''] = /^(.*?)(:\d{1,5})?$/.exec(host.toLowerCase()) ?? [];
  const ascii = name.startsWith('.') ? `.${domainToASCII(name.slice(1))}` : domainToASCII(name);
  return (ascii || name).replace(/^www\./, '').replace(/\.$/, '') + port;
}

const PLAIN_AUTHORITY = /^[\p{L}\p{N}.-]+(?::\d{1,5})?$/u;
const HTTP = /^https?:\/\/([^/?#]*)([\s\S]*)$/i;

/**
 * The address as it may be opened, null when it may not: only http and https, to a host of the list. What two programs
 * could read in two ways is refused: a user before the host, percent signs or backslashes, an address within another.
 */
export function allowedUrl(written: string, policy: LinkPolicy): URL | null {
  const [, authority = '', rest = ''] = HTTP.exec(written) ?? [];
  if (!PLAIN_AUTHORITY.test(authority) || /[\\\s<>"`]|:\/\//.test(rest)) return null;
  if (/&(?!amp;)#?\w+;/.test(rest) || !URL.canParse(written)) return null;
  const url = new URL(written);
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null;
  return policy.allowsHost(url.host) ? url : null;
}

const NAMED =
  /(?:https?:\/\/)?(?<![\p{L}\p{N}_-])((?:[\p{L}\p{N}][\p{L}\p{N}_-]*\.)+[\p{L}][\p{L}\p{N}-]*)(:\d{1,5})?/giu;
const WITH_SCHEME = /https?:\/\/[^\s<>"'`、。，！？「」『』（）()[\]]+/gi;

/** Hosts that a text of the owner names: in addresses, bare or as the domain of a mail address. */
export function hostsIn(text: string): string[] {
  const found = new Set<string>();
  for (const [written] of text.matchAll(WITH_SCHEME)) {
    const ascii = /^[\x21-\x7e]+/.exec(written)?.[0] ?? written;
    for (const one of [written, ascii]) if (URL.canParse(one)) found.add(new URL(one).host);
  }
  for (const [, name = '', port = ''] of text.matchAll(NAMED))
    if (isDomainName(name)) found.add(asciiHost(name + port));
  return [...new Set([...found].map(asciiHost))].filter((host) => host !== '');
}
