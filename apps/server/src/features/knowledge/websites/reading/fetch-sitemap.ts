import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { FetchFailure, type GuardedFetch } from '../../../../platform/net/guarded-fetch.ts';
import { normaliseUrl } from '../crawling/crawl-url.ts';
import { isSameSite } from '../crawling/scope.ts';

/** As the protocol says; unpacked. */
const SITEMAP_BYTES_MAX = 50 * 1024 * 1024;
const SITEMAPS_MAX = 100;

interface SitemapRequest {
  readonly url: string;
  readonly userAgent: string;
  readonly signal: AbortSignal;
  /** Called for each address; false: enough. */
  readonly onPage: (url: string) => boolean;
  /** Before each sitemap: keeps the lease and the pause between requests. */
  readonly ask: GuardedFetch;
}

type SitemapOutcome =
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

/** Told while a sitemap is read. */
interface SitemapReader {
  /** Throws `SitemapBroken`. */
  write(text: string): void;
  end(): void;
}

class SitemapBroken extends Error {
  override readonly name = 'SitemapBroken';
}

interface SitemapFound {
  page(address: string): void;
  /** Another sitemap that an index names. */
  sitemap(address: string): void;
}

const LOCATION_LENGTH = 4_000;
const DEPTH_MAX = 16;

/** Reads sitemaps and their indexes as they come in. A DOCTYPE is refused: it can blow up to any size. */
function createXmlReader(found: SitemapFound): SitemapReader {
  const parser = new SaxesParser();
  const path: string[] = [];
  let location: string | null = null;
  parser.on('error', (error) => {
    throw new SitemapBroken(error.message);
  });
  parser.on('doctype', () => {
    throw new SitemapBroken('DOCTYPE');
  });
  parser.on('opentag', ({ name }) => {
    if (path.length >= DEPTH_MAX) throw new SitemapBroken('too deep');
    path.push(localName(name));
    if (path.length === 1 && path[0] !== 'urlset' && path[0] !== 'sitemapindex') {
      throw new SitemapBroken('no sitemap');
    }
    if (isLocation(path)) location = '';
  });
  const take = (text: string) => {
    if (location !== null && location.length < LOCATION_LENGTH) location += text;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', () => {
    if (location !== null && isLocation(path)) {
      found[path[0] === 'urlset' ? 'page' : 'sitemap'](location.trim());
      location = null;
    }
    path.pop();
  });
  return {
    write: (text) => void parser.write(text),
    end: () => void parser.close(),
  };
}

/** Not the `loc` of a picture or a video inside of it. */
const isLocation = (path: readonly string[]): boolean =>
  path.length === 3 && path[2] === 'loc' && (path[1] === 'url' || path[1] === 'sitemap');

const localName = (name: string): string => (name.split(':').at(-1) ?? name).toLowerCase();

/** One address a line. */
function createTextReader(found: SitemapFound): SitemapReader {
  let rest = '';
  const take = (line: string) => {
    if (line.trim() !== '') found.page(line.trim());
  };
  return {
    write(text) {
      const lines = (rest + text).split(/\r?\n/);
      rest = lines.pop() ?? '';
      if (rest.length > LOCATION_LENGTH) throw new SitemapBroken('a line is too long');
      for (const line of lines) take(line);
    },
    end: () => take(rest),
  };
}
