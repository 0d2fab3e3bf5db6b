/**
 * Servers on this machine and in private networks that may be reached all the same: `host:port` in the form that
 * `hostKeyOf` gives. Plain data: it goes to threads.
 */
export type PrivateHosts = Pick<ReadonlySet<string>, 'has'>;

/** Nobody inside is reached. */
export const NO_PRIVATE_HOSTS: PrivateHosts = new Set<string>();

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** `n8n.local:5678`, `127.0.0.1:80`, `[::1]:11434`: as the parser of URLs writes a host, always with its port. */
export const hostKeyOf = ({ hostname, port, protocol }: URL): string =>
  `${hostname.replace(/\.$/, '')}:${port || (DEFAULT_PORTS[protocol] ?? '')}`;

type PrivateHostsOutcome =
  | { readonly kind: 'ok'; readonly hosts: ReadonlySet<string> }
  | { readonly kind: 'wrong'; readonly problem: string };

/** Reads `ALLOW_PRIVATE_HOSTS`: pairs of a host and a port, between commas. */
export function readPrivateHosts(list: string): PrivateHostsOutcome {
  const hosts = new Set<string>();
  for (const pair of list.split(',').map((part) => part.trim())) {
    if (pair === '') continue;
    const key = readPair(pair);
    if (key === null)
      return { kind: 'wrong', problem: `"${pair}" is no host:port, such as n8n.local:5678 or [::1]:11434` };
    hosts.add(key);
  }
  return { kind: 'ok', hosts };
}

/** A name, an IPv4 address or an IPv6 address in brackets; nothing else of a URL, and no wildcard. */
const PAIR = /^(?:\[[0-9a-f:.]+\]|[^\s[\]:/?#@*\\]+):(\d{1,5})$/i;

function readPair(pair: string): string | null {
  const port = Number(PAIR.exec(pair)?.[1] ?? Number.NaN);
  const url = port >= 1 && port <= 65_535 ? URL.parse(`http://${pair}`) : null;
  return url && hostKeyOf(url);
}
