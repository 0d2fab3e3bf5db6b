import { SaxesParser } from 'saxes';

/** Told while a sitemap is read. */
export interface SitemapReader {
  /** Throws `SitemapBroken`. */
  write(text: string): void;
  end(): void;
}

export class SitemapBroken extends Error {
  override readonly name = 'SitemapBroken';
}

export interface SitemapFound {
  page(address: string): void;
  /** Another sitemap that an index names. */
  sitemap(address: string): void;
}

const LOCATION_LENGTH = 4_000;
const DEPTH_MAX = 16;

/** Reads sitemaps and their indexes as they come in. A DOCTYPE is refused: it can blow up to any size. */
export function createXmlReader(found: SitemapFound): SitemapReader {
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
export function createTextReader(found: SitemapFound): SitemapReader {
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
