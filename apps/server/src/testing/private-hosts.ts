import type { PrivateHosts } from '../platform/net/private-hosts.ts';

/** For parts that a test makes itself. */
export const ANY_HOST: PrivateHosts = { has: () => true };

const FIRST_PORT = 1024;
const LAST_PORT = 65_535;

/** `ALLOW_PRIVATE_HOSTS` for fakes whose ports are not known when the server starts. */
export const LOOPBACK_HOSTS = Array.from(
  { length: LAST_PORT - FIRST_PORT + 1 },
  (_, index) => `127.0.0.1:${FIRST_PORT + index}`,
).join(',');
