import { createCustomer } from '@hanasu/contract/customers';
import { newPerson, signIn } from './support/api.ts';
import { violations } from './support/inspect.ts';
import { expect, test } from './support/test.ts';

test('a duplicate is found, compared, merged and made two again', async ({ page, context }) => {
  const person = await newPerson();
  const add = (body: object) => person.call(createCustomer, { body });
  await add({ displayName: '山田 花子', phones: ['090-1234-5678'], note: '窓側の席', address: JAPAN });
  await add({
    displayName: '山田 はなこ',
    phones: ['+81 90 1234 5678'],
    birthday: '1990-02-03',
    note: '卵アレルギー',
  });
  await signIn(context, person);
  await page.goto('/Customer');
  await page.getByRole('button', { name: '1 possible duplicate' }).click();
  const drawer = page.getByRole('dialog', { name: 'Possible duplicates' });
  await expect(drawer.getByText('Same phone: +819012345678')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Compare and merge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge two customers' });
  await dialog.getByRole('radio', { name: 'Display name: 山田 はなこ' }).click();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Merge customers' }).click();
  await expect(dialog).toBeHidden();
  await expect(drawer.getByText('No duplicates found')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 customer', { exact: true })).toBeVisible();

  await page.getByRole('table').getByRole('link', { name: '山田 はなこ' }).click();
  await page.getByRole('link', { name: 'Open profile' }).click();
  await expect(page.getByLabel('Note')).toHaveValue('窓側の席\n\n卵アレルギー');
  await expect(page.getByLabel('Birthday')).toHaveValue('1990-02-03');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: /^Undo \(until/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: '山田 花子' })).toBeVisible();
  await expect(page.getByLabel('Note')).toHaveValue('窓側の席');
  await expect(page.getByText('Same phone: +819012345678')).toBeVisible();
  await page.getByRole('button', { name: 'Different people' }).click();
  await expect(page.getByText('Same phone: +819012345678')).toBeHidden();
});

const JAPAN = { country: 'JP', postalCode: '', region: '', city: '', line1: '', line2: '' };
