/** A provider that cannot be asked, or answers what nobody can read. The message is fit for a log. */
export class VendorFailure extends Error {
  override readonly name = 'VendorFailure';
}

const TIMEOUT_MS = 10_000;
/** Profiles and key sets are a few kilobytes. */
const MOST_BYTES = 256 * 1024;

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Plain http is for programs on this machine: development and tests. */
export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname);

/** What every call to a provider goes through: encrypted, no redirects, in time, and not too long. */
export async function askVendor(address: string | URL, options: RequestInit = {}): Promise<Response> {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !isLoopback(url)) {
    throw new VendorFailure(`${url.host} would be asked without encryption`);
  }
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  try {
    const response = await fetch(url, { ...options, redirect: 'error', signal });
    return new Response(await readCapped(response), { status: response.status, headers: response.headers });
  } catch (error) {
    // The query may hold a secret: the host and the path say enough.
    const why = error instanceof Error ? error.message : 'unknown';
    throw new VendorFailure(`${url.host}${url.pathname} could not be asked: ${why}`);
  }
}

async function readCapped(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error(`more than ${MOST_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The JSON of a good answer; anything else is a failure that names the provider's own error code. */
export async function askVendorForJson(address: string | URL, options: RequestInit = {}): Promise<unknown> {
  const response = await askVendor(address, options);
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && body !== null) return body;
  const { host, pathname } = new URL(address);
  throw new VendorFailure(`${host}${pathname} answered ${response.status}${errorOf(body)}`);
}

/** `{error: 'invalid_grant'}` of OAuth, `{error: {code: 190}}` of graph interfaces. Descriptions may echo secrets. */
function errorOf(body: unknown): string {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : error;
  return typeof code === 'string' || typeof code === 'number' ? ` ${String(code).slice(0, 60)}` : '';
}
