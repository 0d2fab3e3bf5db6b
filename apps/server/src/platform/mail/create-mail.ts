import type { MailId } from '@hanasu/contract/ids';
import { newId } from '../ids.ts';
import { insertMail } from './mail.store.ts';
import type { Mail } from './mail.ts';
import { renderMail } from './render-mail.ts';

/** `hasServer` false: mails are kept and shown, not sent. */
export function createMail({ hasServer }: { readonly hasServer: boolean }): Mail {
  return {
    write: async (transaction, { to, locale, content }) => {
      if (/[\p{Cc}\s,;<>"]/u.test(to)) throw new Error('a mail goes to one plain address');
      await insertMail(transaction, {
        id: newId<MailId>(),
        recipient: to,
        locale,
        subject: oneLine(content.subject),
        ...renderMail(content, locale),
        state: hasServer ? 'queued' : 'kept',
      });
    },
  };
}

/** People choose parts of it: a line break would begin a header of theirs. */
const oneLine = (subject: string): string => subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
