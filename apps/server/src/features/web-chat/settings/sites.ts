import { BotId } from '@hanasu/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { SiteCheck } from '../../../platform/http/http-app.ts';
import { findEmbed } from './embed.store.ts';

const OPEN_PATH = /^\/api\/embed\/([0-9a-f-]{36})\/(?:config|session|chat|messages|stream)$/;
/** What the widget calls for a form that was sent into the chat. A submission names no site, and none is asked: no cookie goes along. */
const FORM_PATH = /^\/api\/(?:public\/form\/[^/]+(?:\/file)?|form-submitted)$/;

/** Which other sites may call the embed endpoints of a bot from a browser: those of its list. */
export const createSiteCheck =
  (database: Database): SiteCheck =>
  (path) => {
    if (FORM_PATH.test(path)) return async () => true;
    const botId = BotId.safeParse(OPEN_PATH.exec(path)?.[1]).data;
    if (!botId) return null;
    return async (origin) => {
      const embed = await database.system((transaction) => findEmbed(transaction, botId));
      return embed?.config.enabled === true && isSiteAllowed(origin, embed.config.sites);
    };
  };

/** Whether an origin (`https://shop.example:8443`) is one of the sites; `https://*.example.com` is any name below it. */
export function isSiteAllowed(origin: string, sites: readonly string[]): boolean {
  const one = partsOf(origin);
  return one !== null && sites.some((site) => matches(one, site));
}

interface Parts {
  readonly scheme: string;
  readonly host: string;
}

function partsOf(origin: string): Parts | null {
  const found = /^(https?:\/\/)([^/?#@\s]+)$/.exec(origin.toLowerCase());
  return found ? { scheme: found[1] ?? '', host: found[2] ?? '' } : null;
}

/** The host holds the port: a site without one is at the usual port, as in the header `Origin`. */
function matches({ scheme, host }: Parts, site: string): boolean {
  const wanted = partsOf(site);
  if (!wanted || wanted.scheme !== scheme) return false;
  if (!wanted.host.startsWith('*.')) return wanted.host === host;
  const below = wanted.host.slice(1);
  return host.length > below.length && host.endsWith(below);
}

/** Sources of `frame-ancestors`. Our own pages show the chat, too: the editor previews it. */
export const frameAncestors = (sites: readonly string[]): string => ["'self'", ...sites].join(' ');
