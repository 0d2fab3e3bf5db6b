import type { Locale } from '@hanasu/contract/accounts';
import type { AccountTransaction, SystemTransaction } from '../database/database.ts';

/** Words with a link below them; the plain form has the address itself. */
export interface LinkedText {
  readonly text: string;
  readonly link: { readonly label: string; readonly url: string };
}

/** What a mail says; its plain and its HTML form are made from it. Lines of a text stay lines. */
export interface MailContent {
  readonly subject: string;
  /** First line, like `Hello Hanako,`; absent: it begins with what it has to say. */
  readonly greeting?: string;
  readonly paragraphs: readonly (string | LinkedText)[];
  readonly button?: { readonly label: string; readonly url: string };
  /** Small print under the button: how long the link works, what to do when one did not ask for it. */
  readonly note?: string | LinkedText;
}

export interface Letter {
  readonly to: string;
  readonly locale: Locale;
  readonly content: MailContent;
}

/** Writes mails. One exists if and only if the caller's transaction commits; sending comes after. */
export interface Mail {
  write(transaction: AccountTransaction | SystemTransaction, letter: Letter): Promise<void>;
}
