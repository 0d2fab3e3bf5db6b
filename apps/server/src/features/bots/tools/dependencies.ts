import type { FormState } from '@hanasu/contract/forms';
import type { FormId } from '@hanasu/contract/ids';
import type { JSONSchema7 } from 'json-schema';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import type { AccountTransaction, Database } from '../../../platform/database/database.ts';
import type { GuardedFetch } from '../../../platform/net/guarded-fetch.ts';
import type { PrivateHosts } from '../../../platform/net/private-hosts.ts';
import type { ToolDirectory } from './create-tool-feature.ts';

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
}

export interface ToolDependencies extends ToolFoundation {
  readonly directory: ToolDirectory;
}
