import { LOCALES } from '@hanasu/contract/accounts';
import { GivenRole } from '@hanasu/contract/team';
import { describe, expect, test } from 'vitest';
import { renderMail } from '../../../platform/mail/create-mail.ts';
import { invitationMail } from './invitations.ts';
import { ownershipGivenMail, ownershipTakenMail } from './members.ts';

const url = 'https://hanasu.example/Join?code=abc';

describe.each(LOCALES)('%s', (locale) => {
  test.each(GivenRole.options)('an invitation as %s says who, to what, and where', (role) => {
    const content = invitationMail(locale, { inviter: 'Hanako 花子', account: 'Quán Bích', role, url });
    const { text, html } = renderMail(content, locale);
    for (const part of ['Hanako 花子', 'Quán Bích', url]) expect(text).toContain(part);
    expect(html).toContain(`href="${url}"`);
    expect(content.subject).toContain('Hanako 花子');
  });

  test('each role has its own words', () => {
    const said = GivenRole.options.map(
      (role) => invitationMail(locale, { inviter: 'a', account: 'b', role, url }).paragraphs[0],
    );
    expect(new Set(said).size).toBe(said.length);
  });

  test('both mails of a transfer name both people and the account', () => {
    const facts = { account: 'Shop', before: 'Old', after: 'New', url };
    for (const mail of [ownershipGivenMail(locale, facts), ownershipTakenMail(locale, facts)]) {
      const { text } = renderMail(mail, locale);
      for (const part of ['Shop', 'Old', 'New', url]) expect(text).toContain(part);
    }
  });
});

test('a name cannot add lines to a mail, markup, or turn its direction around', () => {
  const account = 'Shop\r\nBcc: everybody@example.com \u202Ecod.exe <img src=x>';
  const content = invitationMail('en', { inviter: 'a', account, role: 'viewer', url });
  expect(content.subject).not.toMatch(/[\r\n\u202e]/);
  const { text, html } = renderMail(content, 'en');
  expect(text).not.toContain('\nBcc:');
  expect(html).not.toContain('<img');
});
