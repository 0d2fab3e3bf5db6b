/** Longer than one page may take: its turn at the host, the request and the reading. */
export const LEASE_SECONDS = 180;
