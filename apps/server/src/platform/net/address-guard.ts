import { BlockList, isIP } from 'node:net';
import { hostKeyOf, type PrivateHosts } from './private-hosts.ts';

/** Where nobody may reach whatever the settings say: this host itself, the cloud's metadata, groups of hosts. */
const NEVER = {
  ipv4: ['0.0.0.0/8', '168.63.129.16/32', '169.254.0.0/16', '224.0.0.0/4', '240.0.0.0/4'],
  // Also addresses that carry another address inside, which would have to be judged in its place.
  ipv6: [
    '::/128',
    '::ffff:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    'fd00:ec2::/32',
    'fe80::/10',
    'ff00::/8',
  ],
};

/** Of RFC 6890 and its registries: not the public internet. */
const PRIVATE = {
  ipv4: [
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
  ],
  // The public internet is 2000::/3; the rest of it are tunnels, documentation and benchmarks.
  ipv6: ['::/3', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '4000::/2', '8000::/1'],
};

type Ranges = typeof NEVER;

/** One list for each family: a mapped range in a common list would match every IPv4 address. */
function listsOf(all: readonly Ranges[]) {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const family of ['ipv4', 'ipv6'] as const) {
    for (const range of all.flatMap((ranges) => ranges[family])) {
      const [net = '', bits] = range.split('/');
      lists[family].addSubnet(net, Number(bits), family);
    }
  }
  return lists;
}

const always = listsOf([NEVER]);
const publicOnly = listsOf([NEVER, PRIVATE]);

/**
 * Whether a server may be reached at this IP address; `isListed`: the host lists it among its private ones. What is no
 * address is refused.
 */
export function isAllowedAddress(address: string, isListed: boolean): boolean {
  const lists = isListed ? always : publicOnly;
  const version = isIP(address);
  if (version === 0) return false;
  return version === 4 ? !lists.ipv4.check(address) : !lists.ipv6.check(address, 'ipv6');
}

const LOCAL_NAME = /^(.*\.)?(localhost|local|internal|home\.arpa)\.?$/;

/**
 * Whether a URL may be asked, as far as it tells by itself; names are looked up when connecting. The parser has made
 * `0x7f.1`, `017700000001` and `2130706433` into `127.0.0.1` already.
 */
export function isAllowedUrl(url: URL, privateHosts: PrivateHosts): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  if (url.username !== '' || url.password !== '') return false;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isListed = privateHosts.has(hostKeyOf(url));
  if (isIP(host) !== 0) return isAllowedAddress(host, isListed);
  return isListed || !LOCAL_NAME.test(host);
}
