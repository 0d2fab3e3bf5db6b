import { account } from './account.ts';
import { accounts } from './accounts.ts';
import { apiKeys } from './api-keys.ts';
import { billing } from './billing.ts';
import { botEditor } from './bot-editor.ts';
import { bots } from './bots.ts';
import { channels } from './channels.ts';
import { chat } from './chat.ts';
import { curated } from './curated.ts';
import { embed } from './embed.ts';
import { errors, fields } from './errors.ts';
import { gallery } from './gallery.ts';
import { groups } from './groups.ts';
import { home } from './home.ts';
import { knowledge } from './knowledge.ts';
import { pages } from './pages.ts';
import { privacy } from './privacy.ts';
import { shell } from './shell.ts';
import { team } from './team.ts';
import { tools } from './tools.ts';
import { webHooks } from './web-hooks.ts';

/** Words that are there from the start, by feature; those of later.ts come with their pages. */
export const words = {
  apiKeys,
  webHooks,
  team,
  privacy,
  account,
  accounts,
  billing,
  bots,
  botEditor,
  channels,
  chat,
  curated,
  embed,
  errors,
  fields,
  gallery,
  groups,
  home,
  knowledge,
  pages,
  shell,
  tools,
} as const;
