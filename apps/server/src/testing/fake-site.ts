import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request to a fake provider; `form` holds the parameters of the body, or none. */
export interface SiteRequest {
  readonly method: string;
  readonly url: URL;
  readonly form: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

export type SiteAnswer =
  | { readonly status?: number; readonly json: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status?: number; readonly html: string }
  | { readonly redirect: string };

/** A small web site on this machine. Port 0 is any free one. */
export async function startSite(
  port: number,
  answer: (request: SiteRequest) => SiteAnswer | Promise<SiteAnswer>,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    respond(request, response, answer).catch((error: unknown) => {
      // A defect of the fake itself, told to whoever called it.
      response.writeHead(500).end(`fake: ${String(error)}`);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${chosen}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: SiteRequest) => SiteAnswer | Promise<SiteAnswer>,
): Promise<void> {
  const given = await answer({
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', 'http://fake'),
    form: new URLSearchParams(await text(request)),
    headers: request.headers,
  });
  if ('redirect' in given) response.writeHead(302, { location: given.redirect }).end();
  else if ('html' in given) {
    response.writeHead(given.status ?? 200, { 'content-type': 'text/html; charset=utf-8' }).end(given.html);
  } else {
    response
      .writeHead(given.status ?? 200, { 'content-type': 'application/json', ...given.headers })
      .end(JSON.stringify(given.json));
  }
}

/** The provider's page: who is it? One button for each person it knows, and one to leave. */
export function consentPage(provider: string, choices: readonly { label: string; url: string }[]): string {
  const buttons = choices.map(
    ({ label, url }) => `<p><a href="${escapeHtml(url)}" role="button">${escapeHtml(label)}</a></p>`,
  );
  return page(`${provider} (fake)`, buttons.join('\n'));
}

/** What a provider shows instead of sending somebody back to an address it doesn't know. */
export const faultPage = (provider: string, fault: string): string =>
  page(`${provider} (fake)`, `<p>${escapeHtml(fault)}</p>`);

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>`;

const escapeHtml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
