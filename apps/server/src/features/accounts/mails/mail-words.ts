import type { FoundContent } from '@hanasu/contract/accounts';

/** What the mails about one's own account say; one object for each language. */
export interface MailWords {
  greeting(name: string): string;
  readonly hello: string;
  confirm: Mailing<{ readonly name: string }>;
  confirmChange: Mailing<{ readonly name: string }>;
  addressKnown: Mailing<{ readonly name: string }>;
  changeToKnown: Mailing<object>;
  resetPassword: Mailing<{ readonly name: string }>;
  passwordChanged: Mailing<object>;
  takenOver: Mailing<{ readonly name: string } & FoundContent>;
  addressChanged: Mailing<{ readonly newAddress: string }>;
}

export interface Mailing<Facts> {
  readonly subject: string;
  paragraphs(facts: Facts): readonly string[];
  readonly button?: string;
  readonly note?: string;
}
