import { confirmEmail, forgotPassword } from '@hanasu/contract/accounts';
import { expect, test } from 'vitest';
import { readMail, startSmtpServer } from '../../../platform/mail/smtp-server.fixture.ts';
import { eventually, startTestServer } from '../../../testing/test-server.ts';

test('mails of a whole server arrive in the language of the person, and their links work', async () => {
  const smtp = await startSmtpServer();
  const server = await startTestServer({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Hanasu <mail@hanasu.example>',
    PUBLIC_URL: 'https://hanasu.example',
  });
  try {
    const body = {
      username: 'hanako',
      email: 'hanako@example.com',
      password: 'correct horse',
      locale: 'ja',
      acceptedTerms: true,
    };
    await server.anonymous.raw('POST', '/api/auth/local/register', { body });
    const first = await eventually('the mail arrived', async () => smtp.arrived[0]);
    const { header, part } = readMail(first.raw);
    expect(header('Subject')).toBe('【Hanasu】メールアドレスの確認のお願い');
    const code = /https:\/\/hanasu\.example\/Confirm-Email\?code=([\w-]+)/.exec(part('text/plain'))?.[1];
    expect(
      await server.anonymous.call(confirmEmail, { body: { code: code ?? '', password: body.password } }),
    ).toMatchObject({
      username: 'hanako',
    });
    await server.anonymous.call(forgotPassword, { body: { email: body.email } });
    const second = await eventually('the second mail arrived', async () => smtp.arrived[1]);
    expect(readMail(second.raw).header('Subject')).toBe('【Hanasu】新しいパスワードの設定');
  } finally {
    await server.stop();
    await smtp.stop();
  }
});
