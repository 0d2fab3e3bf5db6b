import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web site of another origin, without a policy; each path has the page that is set for it. */
export async function startOtherSite() {
  const pages = new Map<string, string>();
  const server = createServer(({ url = '/' }, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>A shop</title>${pages.get(url) ?? '<body>'}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    /** Answers the address of the page. */
    show(path: string, page: string): string {
      pages.set(path, page);
      return origin + path;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
