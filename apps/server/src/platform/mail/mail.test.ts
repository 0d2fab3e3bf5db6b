import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createMail } from './create-mail.ts';
import type { Letter } from './mail.ts';
import { createMailSender, type MailSender } from './send-mails.ts';
import { readMail, startSmtpServer, type TestSmtpServer } from './smtp-server.fixture.ts';

let stored: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let smtp: TestSmtpServer;
let sender: MailSender;
beforeEach(async () => {
  stored = await createTestDatabase();
  database = openDatabase({ url: stored.url, poolSize: 4, onError: () => undefined });
  smtp = await startSmtpServer();
  sender = senderTo(smtp.url);
});
afterEach(async () => {
  sender.close();
  await smtp.stop();
  await database.close();
  await stored.drop();
});

const FROM = 'Hanasu <no-reply@hanasu.example>';
const senderTo = (smtpUrl: string, waitAfter: (attempts: number) => number | null = () => 0): MailSender =>
  createMailSender({ database, smtpUrl, from: FROM, log: { warn: () => undefined }, waitAfter });

const letter = (more: Partial<Letter> = {}): Letter => ({
  to: 'hanako@example.com',
  locale: 'ja',
  content: {
    subject: 'メールアドレスの確認',
    greeting: '花子さん、こんにちは。',
    paragraphs: ['<b>ご登録</b>ありがとうございます。'],
    button: { label: '確認する', url: 'https://hanasu.example/Confirm-Email?code=a&b="c"' },
    note: 'このリンクは24時間有効です。',
  },
  ...more,
});
const write = (one: Letter) =>
  database.system((transaction) => createMail({ hasServer: true }).write(transaction, one));
const states = () =>
  database.system((transaction) =>
    transaction.rows<{ state: string; attempts: number; problem: string | null; text: string }>(
      'select state, attempts, problem, text from mails order by id',
    ),
  );

test('a mail arrives with both forms, in its language, escaped, and is then forgotten', async () => {
  await write(letter());
  await sender.runOnce();
  const [mail] = smtp.arrived;
  expect(mail).toMatchObject({ from: 'no-reply@hanasu.example', to: ['hanako@example.com'] });
  const { header, part } = readMail(mail?.raw ?? '');
  expect(header('Subject')).toBe('メールアドレスの確認');
  expect(header('From')).toBe(FROM);
  expect(header('Content-Language')).toBe('ja');
  expect(header('Auto-Submitted')).toBe('auto-generated');
  expect(header('Message-ID')).toMatch(/^<[0-9a-f-]{36}@hanasu\.example>$/);
  expect(part('text/plain')).toContain('https://hanasu.example/Confirm-Email?code=a&b="c"');
  const html = part('text/html');
  expect(html).toContain('<html lang="ja">');
  expect(html).toContain('&lt;b&gt;ご登録&lt;/b&gt;ありがとうございます。');
  expect(html).toContain('href="https://hanasu.example/Confirm-Email?code=a&amp;b=&quot;c&quot;"');
  expect(html).not.toMatch(/<img|<script|@import|url\(/);
  expect(await states()).toEqual([{ state: 'sent', attempts: 1, problem: null, text: '' }]);
});

test('Vietnamese subjects arrive as they were written', async () => {
  const subject = 'Xác nhận địa chỉ email của bạn tại Hanasu — một dòng tiêu đề khá dài để phải xuống dòng';
  await write(letter({ locale: 'vi', content: { ...letter().content, subject } }));
  await sender.runOnce();
  expect(readMail(smtp.arrived[0]?.raw ?? '').header('Subject')).toBe(subject);
});

test('a mailbox that is busy is tried again, with the same message id', async () => {
  smtp.refuseNext({ code: 451, message: 'try again later' });
  await write(letter());
  await sender.runOnce();
  expect(await states()).toMatchObject([{ state: 'queued', attempts: 1, problem: /451/ }].map(withMatch));
  const [before] = await database.system((t) => t.rows<{ id: string }>('select id from mails'));
  await sender.runOnce();
  expect(await states()).toMatchObject([{ state: 'sent', attempts: 2, problem: null }]);
  expect(readMail(smtp.arrived[0]?.raw ?? '').header('Message-ID')).toContain(before?.id);
});
const withMatch = <T extends { problem: RegExp }>(row: T) => ({
  ...row,
  problem: expect.stringMatching(row.problem),
});

test('a mailbox that is not there is given up at once', async () => {
  smtp.refuseNext({ code: 550, message: 'no such mailbox' });
  await write(letter());
  await sender.runOnce();
  await sender.runOnce();
  expect(await states()).toMatchObject(
    [{ state: 'failed', attempts: 1, problem: /550/, text: '' }].map(withMatch),
  );
  expect(smtp.arrived).toHaveLength(0);
});

test('a server that is away loses nothing', async () => {
  await smtp.stop();
  await write(letter());
  await sender.runOnce();
  expect(await states()).toMatchObject([{ state: 'queued', attempts: 1 }]);
  smtp = await startSmtpServer(smtp.port);
  await sender.runOnce();
  expect(await states()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  expect(smtp.arrived).toHaveLength(1);
});

test('patience ends', async () => {
  sender = senderTo(smtp.url, (attempts) => (attempts < 3 ? 0 : null));
  smtp.refuseNext(...Array.from({ length: 3 }, () => ({ code: 451, message: 'later' })));
  await write(letter());
  for (let runOnce = 0; runOnce < 5; runOnce += 1) await sender.runOnce();
  expect(await states()).toMatchObject([{ state: 'failed', attempts: 3 }]);
});

test('between two attempts a mail rests', async () => {
  sender = senderTo(smtp.url, () => 60_000);
  smtp.refuseNext({ code: 451, message: 'later' });
  await write(letter());
  await sender.runOnce();
  await sender.runOnce();
  expect(await states()).toMatchObject([{ state: 'queued', attempts: 1 }]);
});

test('two processes send each mail once', async () => {
  for (let index = 0; index < 12; index += 1) await write(letter({ to: `friend-${index}@example.com` }));
  const other = senderTo(smtp.url);
  const sendAll = async (one: MailSender) => {
    while ((await one.runOnce()) === 0);
  };
  await Promise.all([sendAll(sender), sendAll(other)]);
  other.close();
  const recipients = smtp.arrived.flatMap(({ to }) => to);
  expect(recipients).toHaveLength(12);
  expect(new Set(recipients).size).toBe(12);
});

test('a line break in a name makes no header and no second recipient', async () => {
  const subject = 'Hello Eve\r\nBcc: everybody@example.com\r\n\r\n<h1>';
  await write(letter({ locale: 'en', content: { ...letter().content, subject, greeting: 'Eve\r\nBcc: x' } }));
  await sender.runOnce();
  const [mail] = smtp.arrived;
  expect(mail?.to).toEqual(['hanako@example.com']);
  const { header } = readMail(mail?.raw ?? '');
  expect(header('Bcc')).toBe('');
  expect(header('Subject')).toBe('Hello Eve Bcc: everybody@example.com <h1>');
});

test.each(['a@example.com\r\nBcc: b@example.com', 'a@example.com, b@example.com', '"A" <a@example.com>'])(
  'a recipient that is more than an address is refused: %j',
  async (to) => {
    await expect(write(letter({ to }))).rejects.toThrow('one plain address');
    expect(await states()).toEqual([]);
  },
);

test('without a mail server it is kept', async () => {
  await database.system((transaction) => createMail({ hasServer: false }).write(transaction, letter()));
  await sender.runOnce();
  expect(await states()).toMatchObject([{ state: 'kept', attempts: 0 }]);
  expect(smtp.arrived).toHaveLength(0);
});
