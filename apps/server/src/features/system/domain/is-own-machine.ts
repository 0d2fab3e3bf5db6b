export interface OutboxRequest {
  readonly publicUrl: string;
  /** As sent: `localhost:3000`. */
  readonly hostHeader: string | undefined;
  /** Of the caller, by the socket and by what a trusted proxy says. */
  readonly addresses: readonly (string | undefined)[];
}

/**
 * Whether a request comes from this very machine, to an installation that is meant for this machine alone. The mails
 * that are shown then hold links that open accounts, so each of three doors is shut by itself:
 * the public address is a loopback name: nobody else is supposed to be here;
 * the Host header is a loopback name: a page of another site whose name has been made to resolve to 127.0.0.1 (DNS
 * rebinding) sends that name. The port says nothing: a browser cannot lie about the name, and the page of a
 * development server comes from another port;
 * the caller's address is loopback, by the socket and by what a proxy says: nobody on the network, whatever they put
 * into headers.
 */
export function isOwnMachine({ publicUrl, hostHeader, addresses }: OutboxRequest): boolean {
  return (
    isLoopbackName(new URL(publicUrl).hostname) &&
    isLoopbackName((hostHeader ?? '').toLowerCase().replace(/:\d+$/, '')) &&
    addresses.every(isLoopbackAddress)
  );
}

const isLoopbackName = (name: string): boolean =>
  name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);

const isLoopbackAddress = (address: string | undefined): boolean =>
  address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address ?? '');
