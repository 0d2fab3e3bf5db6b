import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an address of the site answers. */
export type FakePage =
  | { readonly html: string; readonly headers?: Readonly<Record<string, string>> }
  | {
      readonly body: string | Uint8Array;
      readonly type: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly location: string }
  /** Bytes without end, or none at all. */
  | { readonly manner: 'endless' | 'hang' | 'cut' };

/**
 * A web site on this machine that holds a crawler to good manners: it must name itself, read robots.txt first and keep
 * to it, ask for one thing at a time, and send back the marks it was given. What it does wrong is in `complaints`.
 */
export async function startFakeSite(port = 0) {
  const pages = new Map<string, FakePage>();
  const given = new Map<string, string>();
  const hits: string[] = [];
  const complaints: string[] = [];
  let robots: FakePage = { status: 404 };
  let forbidden: RegExp | null = null;
  let open = 0;
  let onHit: (path: string) => void | Promise<void> = () => undefined;

  const server = createServer((request, response) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    answer(request, response).catch((error: unknown) => {
      complaints.push(`the site is broken: ${String(error)}`);
      response.destroy();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    watch(path, request);
    hits.push(path);
    await onHit(path);
    const page = path === '/robots.txt' ? robots : (pages.get(path) ?? { status: 404 });
    if ('manner' in page) return misbehave(page.manner, response);
    if ('location' in page) return void response.writeHead(302, { location: page.location }).end();
    if ('status' in page) return void response.writeHead(page.status, page.headers).end('no');
    const body = 'html' in page ? page.html : page.body;
    const etag = page.headers?.etag ?? `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    given.set(path, etag);
    const type = 'html' in page ? 'text/html; charset=utf-8' : page.type;
    response.writeHead(200, { 'content-type': type, etag, ...page.headers }).end(body);
  }

  function watch(path: string, { method, headers }: IncomingMessage): void {
    if (method !== 'GET') complaints.push(`${method} ${path}`);
    if (!/^HanasuBot\/1\.0 \(\+http/.test(headers['user-agent'] ?? ''))
      complaints.push(`nameless at ${path}`);
    if (path !== '/robots.txt' && !hits.includes('/robots.txt')) complaints.push(`${path} before robots.txt`);
    if (forbidden?.test(path)) complaints.push(`${path} is forbidden`);
    if (open > 1) complaints.push(`${path} while another was asked for`);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const { port: chosen } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${chosen}`;
  return {
    url,
    complaints,
    put(path: string, page: FakePage | string): void {
      pages.set(path, typeof page === 'string' ? { html: page } : page);
    },
    remove: (path: string) => pages.delete(path),
    /** `forbidden`: what must not be asked for any more. */
    setRobots(page: FakePage | string, isForbidden: RegExp | null = null): void {
      robots = typeof page === 'string' ? { body: page, type: 'text/plain' } : page;
      forbidden = isForbidden;
    },
    /** Paths in the order they were asked for since the last call. */
    takeHits: (): string[] => hits.splice(0),
    /** Called before an answer; holds it up while it is pending. */
    onHit(hear: (path: string) => void | Promise<void>): void {
      onHit = hear;
    },
    /** What a second visitor must send for a page that has not changed. */
    markOf: (path: string): string | undefined => given.get(path),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type FakeSite = Awaited<ReturnType<typeof startFakeSite>>;

function misbehave(manner: 'endless' | 'hang' | 'cut', response: ServerResponse): void {
  if (manner === 'hang') return;
  response.writeHead(200, { 'content-type': 'text/html' });
  if (manner === 'cut') {
    response.write('<p>half');
    response.destroy();
    return;
  }
  const part = Buffer.alloc(256 * 1024, 'x');
  const more = (): void => {
    while (!response.destroyed && response.write(part));
  };
  response.on('drain', more);
  more();
}

/** A page with the menu and footer that every page of a site has. */
export const pageOf = (title: string, text: string, links: readonly string[] = [], head = ''): string =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body>
  <nav>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}</nav>
  <main><h1>${title}</h1><p>${text}</p></main><footer>Footer</footer></body></html>`;
