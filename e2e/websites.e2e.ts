import { createKnowledge } from '@hanasu/contract/knowledge';
import { createWebsite } from '@hanasu/contract/websites';
import {
  type FakeSite,
  pageOf,
  startFakeSite,
} from '../apps/server/src/features/knowledge/websites/testing/fake-site.ts';
import { newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { onPrivatePort } from './support/private-servers.ts';
import { expect, test } from './support/test.ts';

const words = (subject: string): string =>
  `${subject} is explained here in a few sentences. It is the same on every day of the week. Ask at the desk for more.`;

/** Three pages that link to each other, one that is forbidden, and one that is missing. */
function putInn(site: FakeSite): void {
  site.setRobots('User-agent: *\nDisallow: /private', /^\/private/);
  site.put('/', pageOf('Inn', words('The inn'), ['/breakfast', '/parking', '/private', '/missing']));
  site.put('/breakfast', pageOf('Breakfast', words('Breakfast from seven to nine'), ['/']));
  site.put('/parking', pageOf('Parking', words('Free parking behind the inn'), ['/']));
}

test('an owner adds a web site, sees it read, looks through its pages, and has only what changed read again', async ({
  context,
  page,
  complaints,
}) => {
  complaints.expectSome(/422 .*\/website\)/);
  const site = await onPrivatePort(startFakeSite);
  try {
    putInn(site);
    const person = await newPerson();
    const base = await person.call(createKnowledge, { body: { name: 'Inn' } });
    await signIn(context, person);
    await page.goto(`/Knowledge/${base.uuid}/documents?tab=websites`);
    await page.getByRole('button', { name: 'Add a website' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a website' });
    await dialog.getByRole('button', { name: 'Read it' }).click();
    await expect(dialog.getByText('Fill this in.')).toBeVisible();
    await dialog.getByLabel('Address').fill('http://169.254.169.254/');
    await dialog.getByRole('button', { name: 'Read it' }).click();
    await expect(dialog.getByText('It has to be a public web address.')).toBeVisible();
    await dialog.getByLabel('Address').fill(site.url);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Read it' }).click();
    await expect(dialog).toBeHidden();

    const card = page.getByRole('list', { name: 'Websites of this base' }).getByRole('listitem');
    await expect(card.getByText('3 new · 1 left out · 1 failed')).toBeVisible();
    await card.getByRole('button', { name: /^Pages of/ }).click();
    await expect(card.getByRole('row', { name: /\/private .*robots\.txt/ })).toBeVisible();
    await expect(card.getByRole('row', { name: /\/missing .*There is no such page/ })).toBeVisible();
    expect(await violations(page)).toEqual([]);

    site.put('/parking', pageOf('Parking', words('Parking for 500 yen behind the inn'), ['/']));
    await card.getByRole('button', { name: /^Check now/ }).click();
    await expect(card.getByText('1 changed · 2 unchanged · 1 left out · 1 failed')).toBeVisible();
    await card.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Changed', exact: true }).click();
    await expect(card.getByRole('row')).toHaveCount(2);
    await card.getByRole('link', { name: 'Open document' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Parking' })).toBeVisible();
    expect(site.complaints).toEqual([]);
  } finally {
    await site.close();
  }
});

test('a site that can’t be read says why on a phone, in the dark, and is deleted', async ({
  context,
  page,
}) => {
  const site = await onPrivatePort(startFakeSite);
  try {
    const person = await newPerson();
    const base = await person.call(createKnowledge, { body: { name: 'Inn' } });
    const url = `${site.url}/a-page-with-a-rather-long-address-that-nobody-has-ever-written`;
    await person.call(createWebsite, { params: { uuid: base.uuid }, body: { url, mode: 'page' } });
    await signIn(context, person);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`/Knowledge/${base.uuid}/documents?tab=websites`);
    await expect(page.getByText('There is no such page. What was read before stays.')).toBeVisible();
    await page.getByRole('button', { name: /^Pages of/ }).click();
    await expect(page.getByRole('row')).toHaveCount(2);
    expect(await overflow(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Settings of/ }).click();
    const settings = page.getByRole('dialog');
    await settings.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /^Delete / }).click();
    const question = page.getByRole('dialog');
    const keeps = question.getByRole('checkbox', { name: 'Keep the documents that were read' });
    const field = question.getByLabel(/^To confirm, type/);
    await expect(field).toHaveCount(0);
    await keeps.uncheck();
    await expect(question.getByRole('button', { name: 'Delete' })).toBeDisabled();
    const label = await question.getByText(/^To confirm, type/).textContent();
    await field.fill(/“(.*)”/.exec(label ?? '')?.[1] ?? '');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'Answer from your website' })).toBeVisible();
  } finally {
    await site.close();
  }
});
