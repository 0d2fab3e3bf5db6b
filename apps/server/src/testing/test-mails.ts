import type { TestServer } from './test-server.ts';

export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly locale: string;
}

/** Mails to one address, oldest first; without a mail server they are kept. */
export const mailsTo = (server: TestServer, email: string): Promise<WrittenMail[]> =>
  server.sql<WrittenMail>(
    'select subject, text, locale from mails where recipient = $1 order by created_at, id',
    [email],
  );

/** The code of the newest link to a page like `Reset-Password`. */
export async function mailedCode(server: TestServer, email: string, page: string): Promise<string> {
  const mails = await mailsTo(server, email);
  const codes = mails.flatMap(({ text }) => new RegExp(`/${page}\\?code=([\\w-]+)`).exec(text)?.[1] ?? []);
  const newest = codes.at(-1);
  if (!newest) throw new Error(`no mail to ${email} has a link to ${page}`);
  return newest;
}
