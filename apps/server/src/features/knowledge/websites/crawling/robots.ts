import { createRequire } from 'node:module';
import { z } from 'zod';

/** Rules of a site as they were read for one crawl. */
export const StoredRobots = z.object({
  crawl: z.number().int(),
  /** Empty: everything is allowed. */
  text: z.string(),
  /** Tries to read them that met a server in trouble; the crawl has not begun while this is above 0. */
  tries: z.number().int(),
});
export type StoredRobots = z.infer<typeof StoredRobots>;

export interface Robots {
  isAllowed(address: string): boolean;
  readonly delayMs: number;
}

interface Parsed {
  isDisallowed(url: string, agent: string): boolean | undefined;
  getCrawlDelay(agent: string): number | undefined;
}

// A CommonJS module whose types say that it is none.
const parseRobots: (address: string, text: string) => Parsed = createRequire(import.meta.url)(
  'robots-parser',
);

const AGENT = 'HanasuBot';
const DELAY_MAX_MS = 10_000;
/** A rule is tried on every address: what takes long to try is nobody's honest rule. */
const RULE_LENGTH = 500;
const RULES_MAX = 5_000;
const WILDCARDS_MAX = 8;
const PATH_LENGTH = 500;

/** What robots.txt says to us. Addresses on the same site under another origin are judged by the same rules. */
export function readRobots(siteAddress: string, text: string): Robots {
  const { origin } = new URL(siteAddress);
  const parsed = parseRobots(`${origin}/robots.txt`, honestLines(text));
  const delay = parsed.getCrawlDelay(AGENT) ?? 0;
  return {
    isAllowed(address) {
      const { pathname, search } = new URL(address);
      return parsed.isDisallowed(origin + (pathname + search).slice(0, PATH_LENGTH), AGENT) !== true;
    },
    delayMs: Number.isFinite(delay) ? Math.min(Math.max(delay * 1000, 0), DELAY_MAX_MS) : 0,
  };
}

const honestLines = (text: string): string =>
  text
    .split(/[\r\n]+/, RULES_MAX)
    .filter((rule) => rule.length <= RULE_LENGTH && rule.split('*').length <= WILDCARDS_MAX + 1)
    .join('\n');

/** How we say who we are. */
export const userAgentOf = (publicUrl: string): string => `${AGENT}/1.0 (+${publicUrl})`;
