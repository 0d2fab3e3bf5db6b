import { accounts } from './accounts.ts';
import { billing } from './billing.ts';
import { bots } from './bots.ts';
import { channels } from './channels.ts';
import { chat } from './chat.ts';
import { errors, fields } from './errors.ts';
import { home } from './home.ts';
import { inbox } from './inbox.ts';
import { knowledge } from './knowledge.ts';
import { line } from './line.ts';
import { shell } from './shell.ts';

/** Every word of the application in this language, by feature. */
export const words = {
  accounts,
  billing,
  bots,
  channels,
  chat,
  errors,
  fields,
  home,
  inbox,
  knowledge,
  line,
  shell,
} as const;
