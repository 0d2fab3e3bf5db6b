import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Authenticate } from '../../platform/http/context.ts';
import type { ChatDependencies } from '../answering/public.ts';
import type { FormTalk } from '../automations/public.ts';
import type { FormTokens } from '../forms/public.ts';
import type { MessageComposer } from '../message-templates/public.ts';
import type { NewsForVisitors } from './chat/news-for-visitors.ts';
import type { VisitorTokens } from './visitors/visitor-tokens.ts';

export interface EmbedDependencies {
  readonly database: Database;
  readonly box: SecretBox;
  readonly tokens: VisitorTokens;
  readonly chat: ChatDependencies;
  readonly authenticate: Authenticate;
  readonly news: NewsForVisitors;
  /** Where browsers reach this server. */
  readonly publicUrl: string;
  readonly formTalk: FormTalk;
  readonly composer: MessageComposer;
  readonly formTokens: Pick<FormTokens, 'issueLink'>;
}
