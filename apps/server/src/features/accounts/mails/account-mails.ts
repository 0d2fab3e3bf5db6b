import type { Locale } from '@hanasu/contract/accounts';
import type { Letter } from '../../../platform/mail/mail.ts';
import { EN } from './mail-words.en.ts';
import { JA } from './mail-words.ja.ts';
import type { Mailing, MailWords } from './mail-words.ts';
import { VI } from './mail-words.vi.ts';

const WORDS: Readonly<Record<Locale, MailWords>> = { en: EN, ja: JA, vi: VI };

/** Who gets a mail about their own account. */
export interface Recipient {
  readonly email: string;
  readonly locale: Locale;
  /** How they call themselves; absent where the mailbox may be a stranger's. */
  readonly displayName?: string;
}

function letter<Facts>(to: Recipient, mailing: Mailing<Facts>, facts: Facts, url?: string): Letter {
  const words = WORDS[to.locale];
  const { subject, button, note } = mailing;
  return {
    to: to.email,
    locale: to.locale,
    content: {
      subject,
      greeting: to.displayName ? words.greeting(to.displayName) : words.hello,
      paragraphs: mailing.paragraphs(facts),
      ...(button && url ? { button: { label: button, url } } : {}),
      ...(note ? { note } : {}),
    },
  };
}

const link = (publicUrl: string, page: string, code: string): string =>
  `${publicUrl}/${page}?code=${encodeURIComponent(code)}`;

interface Coded {
  /** The user name. */
  readonly name: string;
  readonly code: string;
  readonly publicUrl: string;
}

export const confirmMail = (to: Recipient, { name, code, publicUrl }: Coded): Letter =>
  letter(to, WORDS[to.locale].confirm, { name }, link(publicUrl, 'Confirm-Email', code));

export const confirmChangeMail = (to: Recipient, { name, code, publicUrl }: Coded): Letter =>
  letter(to, WORDS[to.locale].confirmChange, { name }, link(publicUrl, 'Confirm-Email', code));

export const resetPasswordMail = (to: Recipient, { name, code, publicUrl }: Coded): Letter =>
  letter(to, WORDS[to.locale].resetPassword, { name }, link(publicUrl, 'Reset-Password', code));

/** To the owner of an address that somebody else has just registered with. */
export const addressKnownMail = (to: Recipient, name: string, publicUrl: string): Letter =>
  letter(to, WORDS[to.locale].addressKnown, { name }, `${publicUrl}/Forgot-Password`);

/** To the owner of an address that somebody wanted to change to. */
export const changeToKnownMail = (to: Recipient): Letter => letter(to, WORDS[to.locale].changeToKnown, {});

export const passwordChangedMail = (to: Recipient, publicUrl: string): Letter =>
  letter(to, WORDS[to.locale].passwordChanged, {}, `${publicUrl}/Forgot-Password`);

/** To who has shown that the address is theirs, in an account that somebody else may have made. */
export const takenOverMail = (
  to: Recipient,
  facts: Parameters<MailWords['takenOver']['paragraphs']>[0],
  publicUrl: string,
): Letter => letter(to, WORDS[to.locale].takenOver, facts, publicUrl);

/** To the old address. */
export const addressChangedMail = (to: Recipient, newAddress: string): Letter =>
  letter(to, WORDS[to.locale].addressChanged, { newAddress });
