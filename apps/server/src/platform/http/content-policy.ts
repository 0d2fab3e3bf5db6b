import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** Sources by directive. */
type Directives = Readonly<Record<string, readonly string[]>>;

/** Sources that single pages of the web app need beside those of all pages, by exact path. */
export type PagePolicies = ReadonlyMap<string, Directives>;

/** Public services the web asks for icons that are not part of its build. */
const ICON_HOSTS = ['https://api.iconify.design', 'https://api.simplesvg.com', 'https://api.unisvg.com'];

interface PolicyOptions {
  /** Hosts of pictures: `https://stickers.example`. */
  readonly pictureHosts: readonly string[];
  /** Folder with the built web app. */
  readonly webDist: string | null;
}

/** The content security policy of every page and answer that has none of its own. */
export const contentPolicy = ({ pictureHosts, webDist }: PolicyOptions): Record<string, string[]> => ({
  'default-src': ["'self'"],
  'script-src': ["'self'", ...inlineHashes(webDist)],
  // The component library sets style attributes.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:', ...pictureHosts],
  // Browsers read how long a recording is before it is sent.
  'media-src': ["'self'", 'blob:'],
  // The sockets are on the same origin.
  'connect-src': ["'self'", ...ICON_HOSTS],
  'font-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
});

/** The same policy with more sources, as the text of the header. */
export function extendPolicy(policy: Directives, more: Directives): string {
  const names = new Set([...Object.keys(policy), ...Object.keys(more)]);
  return [...names]
    .map((name) => [name, ...(policy[name] ?? policy['default-src'] ?? []), ...(more[name] ?? [])].join(' '))
    .join(';');
}

/** The scripts that the build wrote into the page, and no others, may stand in it. */
function inlineHashes(dist: string | null): string[] {
  const page = `${dist}/index.html`;
  if (dist === null || !existsSync(page)) return [];
  const scripts = readFileSync(page, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g);
  return [...scripts].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
}
