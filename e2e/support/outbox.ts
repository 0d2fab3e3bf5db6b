import { listOutbox, type OutboxMail } from '@hanasu/contract/system';
import { expect, type Page } from '@playwright/test';
import { serverUrl } from './server-url.ts';
import type { Complaints } from './test.ts';

/** The link that the start of the server printed. */
export function outboxLink(): string {
  const link = process.env.HANASU_E2E_OUTBOX;
  if (!link) throw new Error('the server has not been started');
  return link;
}

/** Mails to an address, newest first. */
export async function mailsTo(email: string): Promise<OutboxMail[]> {
  const code = new URL(outboxLink()).searchParams.get('code');
  const response = await fetch(new URL(`${listOutbox.path}?code=${code}`, serverUrl()));
  return listOutbox.output.parse(await response.json()).items.filter(({ to }) => to === email);
}

/** Opens the newest mail to somebody as they would, and follows its button. */
export async function followMail(
  page: Page,
  complaints: Complaints,
  { to: email, button }: { to: string; button: string },
): Promise<void> {
  // The mail may run no scripts; Playwright reaches into it with one.
  complaints.expectSome(/Blocked script execution in 'about:srcdoc'/);
  await page.goto(outboxLink());
  await page.getByRole('navigation', { name: 'Emails' }).getByRole('link', { name: email }).first().click();
  const mail = page.getByRole('article');
  await expect(mail).toContainText(email);
  await mail.frameLocator('iframe').getByRole('link', { name: button, exact: true }).click();
}

/** The code in the link of a mail. */
export function codeOf(mail: OutboxMail | undefined): string {
  const code = mail?.text.match(/[?&]code=([\w%.-]+)/)?.[1];
  if (!code) throw new Error(`no code in the mail “${mail?.subject}”`);
  return decodeURIComponent(code);
}
