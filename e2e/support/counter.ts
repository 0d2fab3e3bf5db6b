import { createSandboxChannel } from '@hanasu/contract/channels';
import { acceptInvitation, createInvitation } from '@hanasu/contract/team';
import type { Browser } from '@playwright/test';
import { eventually, newPerson, type Person, signIn } from './api.ts';
import { mailsTo } from './outbox.ts';
import { serverUrl } from './server-url.ts';
import { addBot, answered, say } from './shop.ts';

/** A colleague who was invited by mail and has joined. */
export async function colleagueOf(owner: Person): Promise<Person> {
  const member = await newPerson();
  const email = `${member.username}@example.com`;
  await owner.call(createInvitation, { body: { email, role: 'operator' } });
  const code = await eventually('the invitation arrives', async () => {
    const mail = (await mailsTo(email)).find(({ text }) => text.includes('/Join'));
    return mail && /code=([\w-]+)/.exec(mail.text)?.[1];
  });
  await member.call(acceptInvitation, { body: { code } });
  return member;
}

/** Hanako has written to an inn whose bot has answered. */
export async function openCounter() {
  const person = await newPerson();
  const bot = await addBot(person);
  const channel = await person.call(createSandboxChannel, {
    body: { name: 'Counter', kind: 'line', botUuid: bot.uuid },
  });
  await say(person, channel.uuid, 'hanako', 'もしもし');
  const { uuid } = await answered(person, channel.uuid, '花子', 1);
  return { person, channel: channel.uuid, uuid };
}

/** Somebody's own browser, in the inbox. */
export async function pageOf(browser: Browser, person: Person, path: string) {
  const context = await browser.newContext({ baseURL: serverUrl() });
  await signIn(context, person);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}
