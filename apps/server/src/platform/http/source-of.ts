import { isIP } from 'node:net';

/**
 * What counts as one caller wherever callers are counted: an IPv4 address, or the /64 that one IPv6 subscriber has to
 * choose addresses from. A connection that has ended has none. Some proxies write the port behind the address; what is no address at all is one caller.
 */
export function sourceOf(given: string | undefined): string {
  const address = withoutPort(given?.trim() ?? '');
  const family = isIP(address);
  if (family === 4) return address;
  if (family === 0) return '';
  const groups = groupsOf(address);
  return mappedIPv4(groups) ?? `${groups.slice(0, 4).join(':')}::/64`;
}

const withoutPort = (given: string): string =>
  /^\[(.+)\](?::\d+)?$/.exec(given)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(given)?.[1] ?? given;

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [plain = ''] = address.split('%');
  // The URL parser knows each way to write one, and writes all the same.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right];
}

/** `::ffff:203.0.113.9`, also written as `::ffff:cb00:7109`. */
function mappedIPv4(groups: readonly string[]): string | null {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return null;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}
