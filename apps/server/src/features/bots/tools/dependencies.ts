import type { FormState } from '@hanasu/contract/forms';
import type { AccountId, BotId, ConversationId, FormId } from '@hanasu/contract/ids';
import type { JSONSchema7 } from 'json-schema';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import type { PrivateHosts } from '../../../platform/net/private-hosts.ts';
import type { WorkflowDirectory } from './n8n/workflows.ts';
import type { OpenTool } from './tool-secrets.ts';

/** A form that a tool names. */
interface ToolForm {
  readonly name: string;
  readonly state: FormState;
}

/** What a model is told of a form that it may begin. */
export interface FormOffer {
  readonly description: string;
  readonly inputSchema: JSONSchema7;
}

/** Forms as tools. They stand above bots: whoever puts the program together hands them in. */
export interface ToolForms {
  /** Of the account; null: there is none. */
  find(transaction: AccountTransaction, id: FormId): Promise<ToolForm | null>;
  /** Null: it takes no submissions now. */
  offer(transaction: AccountTransaction, id: FormId): Promise<FormOffer | null>;
}

export interface ToolFoundation {
  readonly database: Database;
  readonly box: SecretBox;
  readonly guardedFetch: GuardedFetch;
  readonly privateHosts: PrivateHosts;
  readonly forms: ToolForms;
  /** For logs. */
  readonly onError: (error: unknown) => void;
}

export interface OfferedTool extends OpenTool {
  /** Of the kind `form`; null: it takes no submissions now. */
  readonly offer: FormOffer | null;
}

/** The tools of bots that are switched on, without asking the database for every answer. */
export interface ToolDirectory {
  of(accountId: AccountId, botId: BotId): Promise<readonly OfferedTool[]>;
  /** Tools of this bot were changed here; other processes notice within a moment. */
  forget(botId: BotId): void;
}

export interface ToolDependencies extends ToolFoundation {
  readonly directory: ToolDirectory;
  readonly workflows: WorkflowDirectory;
}

/** Dependencies of calls of tools. */
export type CallDependencies = Pick<ToolFoundation, 'database' | 'guardedFetch' | 'onError'>;

/** The question that calls are made for. */
export interface AskedIn {
  /** The conversation; absent: a program asks, outside of all conversations. */
  readonly conversationId?: ConversationId | undefined;
  /** Key of the question. Stays the same when it is answered again after a crash; absent: it never is. */
  readonly turnKey?: string | undefined;
}
