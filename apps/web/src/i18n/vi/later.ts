import { admin } from './admin.ts';
import { channelLog } from './channel-log.ts';
import { channelPage } from './channel-page.ts';
import { channelSettings } from './channel-settings.ts';
import { chunks } from './chunks.ts';
import { documents } from './documents.ts';
import { friends } from './friends.ts';
import { health } from './health.ts';
import { inbox } from './inbox.ts';
import { inboxWork } from './inbox-work.ts';
import { knowledgeSettings } from './knowledge-settings.ts';
import { notify } from './notify.ts';
import { questionSets } from './question-sets.ts';
import { webChannel } from './web-channel.ts';
import { websites } from './websites.ts';

/** Words of pages that bring them along: the first page of all stays light. */
export const words = {
  admin,
  channelLog,
  channelPage,
  channelSettings,
  chunks,
  documents,
  friends,
  health,
  inbox,
  inboxWork,
  knowledgeSettings,
  notify,
  questionSets,
  webChannel,
  websites,
} as const;
