import { BotId } from '@hanasu/contract/ids';
import type { Database } from '../../platform/database/database.ts';
import type { SiteCheck } from '../../platform/http/http-app.ts';
import { isSiteAllowed } from './domain/sites.ts';
import { findEmbed } from './embed.store.ts';

const OPEN_PATH = /^\/api\/embed\/([0-9a-f-]{36})\/(?:config|session|chat|messages)$/;

/** Which other sites may call the embed endpoints of a bot from a browser: those of its list. */
export const createSiteCheck =
  (database: Database): SiteCheck =>
  (path) => {
    const botId = BotId.safeParse(OPEN_PATH.exec(path)?.[1]).data;
    if (!botId) return null;
    return async (origin) => {
      const embed = await database.system((transaction) => findEmbed(transaction, botId));
      return embed?.config.enabled === true && isSiteAllowed(origin, embed.config.sites);
    };
  };
