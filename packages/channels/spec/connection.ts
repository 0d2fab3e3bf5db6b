/** Where the adapter reaches its vendor; the sandbox points these at the fake server. */
export interface VendorHosts {
  readonly [host: string]: string;
}

/** What an adapter is given once, at start. */
export interface ChannelContext {
  readonly hosts: VendorHosts;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Everything needed to talk for one connected account. `credentials` has passed `credentialsSchema`. */
export interface ChannelConnection<Credentials> {
  readonly credentials: Credentials;
}
