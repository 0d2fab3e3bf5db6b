import { BlockList, isIP } from 'node:net';

/** Proxies whose `X-Forwarded-For` is believed: so many hops, or those in the networks. Plain data: it goes to threads. */
export interface TrustedProxies {
  readonly hops: number;
  /** `10.0.0.0/8`, `2001:db8::1/128`. */
  readonly networks: readonly string[];
}

export const NO_PROXY: TrustedProxies = { hops: 0, networks: [] };
const MAX_HOPS = 10;
const HELP = 'write the number of proxies in front of this server (1), or their addresses (10.0.0.0/8, ::1)';

/** Reads `TRUST_PROXY`. A text instead of the proxies says what is wrong. */
export function readTrustedProxies(text: string): TrustedProxies | string {
  const setting = text.trim().toLowerCase();
  if (setting === 'false' || setting === '') return NO_PROXY;
  if (setting === 'true') return `true would believe whatever address a caller writes; ${HELP}`;
  if (/^\d+$/.test(setting)) {
    const hops = Number(setting);
    return hops <= MAX_HOPS ? { hops, networks: [] } : `${hops} proxies are too many; ${HELP}`;
  }
  const networks: string[] = [];
  for (const part of setting.split(',').map((one) => one.trim())) {
    const network = readNetwork(part);
    if (!network) return `“${part}” is no address of a proxy; ${HELP}`;
    networks.push(network);
  }
  return { hops: 0, networks };
}

function readNetwork(part: string): string | null {
  const [address = '', prefix, ...more] = part.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || more.length > 0) return null;
  const widest = family === 4 ? 32 : 128;
  if (prefix === undefined) return `${address}/${widest}`;
  // A prefix of 0 is everybody, as `true` was.
  const isValid = /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= widest;
  return isValid ? `${address}/${prefix}` : null;
}

/** Where a proxy of the same host, cluster or company network is. */
const NEARBY = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];

/**
 * For Fastify: whether the address `index` hops away (0 is the socket's) is a proxy of ours. A number of hops cannot say
 * who they are; so it counts only when the nearest one calls from a loopback or private address, and not when somebody
 * on the internet calls past the proxy. Proxies with public addresses have to be listed.
 */
export function trustOf({
  hops,
  networks,
}: TrustedProxies): false | ((address: string, index: number) => boolean) {
  if (networks.length > 0) {
    const isListed = contains(networks);
    return (address) => isListed(address);
  }
  if (hops === 0) return false;
  const isNearby = contains(NEARBY);
  return (address, index) => index < hops && (index > 0 || isNearby(address));
}

function contains(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return (given) => {
    // An IPv4 caller of a socket that listens on both.
    const [address = ''] = given.replace(/^::ffff:(?=\d+\.)/i, '').split('%');
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
  };
}
