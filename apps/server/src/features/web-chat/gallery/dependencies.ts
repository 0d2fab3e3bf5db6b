import type { BotInput, BotView } from '@hanasu/contract/bots';
import type { Database } from '../../../platform/database/database.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Session } from '../../../platform/http/context.ts';
import type { ChatDependencies } from '../../answering/public.ts';
import type { VisitorTokens } from '../visitors/visitor-tokens.ts';

export interface GalleryDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly tokens: VisitorTokens;
  readonly chat: ChatDependencies;
  /** Names reporters without storing where they are. */
  readonly reporterKey: Buffer;
  readonly caps: { readonly perDay: number; readonly perMinute: number };
  readonly createBot: (session: Session, input: BotInput) => Promise<BotView>;
}
