import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FetchFailure, type GuardedFetch } from '../../../../platform/net/guarded-fetch.ts';
import { normaliseUrl } from '../domain/crawl-url.ts';
import { isSameSite } from '../domain/scope.ts';
import { createTextReader, createXmlReader, SitemapBroken, type SitemapReader } from '../domain/sitemap.ts';

/** As the protocol says; unpacked. */
const SITEMAP_BYTES_MAX = 50 * 1024 * 1024;
const SITEMAPS_MAX = 100;

export interface SitemapRequest {
  readonly url: string;
  readonly userAgent: string;
  readonly signal: AbortSignal;
  /** Called for each address; false: enough. */
  readonly onPage: (url: string) => boolean;
  /** Before each sitemap: keeps the lease and the pause between requests. */
  readonly ask: GuardedFetch;
}

export type SitemapOutcome =
  | { readonly kind: 'read' }
  | { readonly kind: 'failed'; readonly failure: 'sitemap_broken' | FetchFailure['reason'] };

/**
 * Reads a sitemap, or an index with its sitemaps (one level, same site), as they come in. One of an index that is
 * broken costs only its own addresses; the sitemap that was asked for must be sound.
 */
export async function fetchSitemap(request: SitemapRequest): Promise<SitemapOutcome> {
  const children: string[] = [];
  const first = await readOne(request, request.url, (address) => {
    const url = normaliseUrl(address, request.url);
    if (url && isSameSite(request.url, url) && children.length < SITEMAPS_MAX) children.push(url);
  });
  if (first === 'enough') return { kind: 'read' };
  if (first !== 'read') return { kind: 'failed', failure: first };
  for (const child of new Set(children)) {
    if ((await readOne(request, child, () => undefined)) === 'enough') break;
  }
  return { kind: 'read' };
}

type One = 'read' | 'enough' | 'sitemap_broken' | FetchFailure['reason'];

/** Ends the reading of a sitemap that has told enough. */
class Enough extends Error {}

async function readOne(
  { ask, userAgent, signal, onPage }: SitemapRequest,
  url: string,
  sitemap: (address: string) => void,
): Promise<One> {
  const page = (address: string) => {
    if (!onPage(address)) throw new Enough();
  };
  try {
    const response = await ask(url, { headers: { 'user-agent': userAgent }, signal });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      return 'sitemap_broken';
    }
    await readBody(response.body, { page, sitemap });
    return 'read';
  } catch (error) {
    if (error instanceof Enough) return 'enough';
    if (error instanceof FetchFailure) return error.reason;
    if (error instanceof SitemapBroken || isZlibError(error)) return 'sitemap_broken';
    throw error;
  }
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

async function readBody(
  body: ReadableStream<Uint8Array>,
  found: Parameters<typeof createXmlReader>[0],
): Promise<void> {
  const decoder = new TextDecoder();
  let reader: SitemapReader | null = null;
  let bytes = 0;
  for await (const part of unpacked(body)) {
    bytes += part.length;
    if (bytes > SITEMAP_BYTES_MAX) throw new FetchFailure('too_large');
    const text = decoder.decode(part, { stream: true });
    reader ??= /^\s*</.test(text) ? createXmlReader(found) : createTextReader(found);
    reader.write(text);
  }
  if (!reader) throw new SitemapBroken('empty');
  reader.write(decoder.decode());
  reader.end();
}

/** Files that end in `.gz` are packed whatever the headers say; told by their first bytes. */
async function* unpacked(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const first = await reader.read();
  async function* all(): AsyncGenerator<Uint8Array> {
    for (let part = first; !part.done; part = await reader.read()) yield part.value;
  }
  try {
    const isPacked = first.value?.[0] === 0x1f && first.value[1] === 0x8b;
    if (!isPacked) yield* all();
    else {
      const source = Readable.from(all());
      const unzip = createGunzip();
      source.on('error', (error) => unzip.destroy(error));
      yield* source.pipe(unzip) as AsyncIterable<Uint8Array>;
    }
  } finally {
    // Broken off half-way: nothing more of it is wanted.
    await reader.cancel().catch(() => undefined);
  }
}
