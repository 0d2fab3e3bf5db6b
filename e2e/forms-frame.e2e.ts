import { FormDefinition } from '@hanasu/contract/form-definition';
import { listSubmissions } from '@hanasu/contract/form-submissions';
import { changeForm, createForm, publishForm } from '@hanasu/contract/forms';
import sharp from 'sharp';
import { newPerson, signIn } from './support/api.ts';
import { overflow, violations } from './support/inspect.ts';
import { startOtherSite } from './support/other-site.ts';
import { serverUrl } from './support/server-url.ts';
import { expect, test } from './support/test.ts';

const FORM = FormDefinition.parse({
  languages: ['en', 'vi'],
  title: { en: 'Book a table', vi: 'Đặt bàn' },
  pages: [
    {
      fields: [
        { kind: 'text', key: 'name', label: { en: 'Your name', vi: 'Họ tên' }, required: true },
        {
          kind: 'number',
          key: 'people',
          label: { en: 'Guests', vi: 'Số khách' },
          min: 1,
          max: 8,
          whole: true,
        },
      ],
    },
  ],
});

test('a form is sent from a frame of an allowed site, once though the network is cut; other sites show none', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expectSome(/frame-ancestors|ERR_INTERNET_DISCONNECTED/);
  const [allowed, other] = [await startOtherSite(), await startOtherSite()];
  const owner = await newPerson('en');
  const form = await owner.call(createForm, { body: { name: 'Tables', definition: FORM } });
  const params = { uuid: form.uuid };
  await owner.call(changeForm, { params, body: { settings: { ...form.settings, sites: [allowed.origin] } } });
  await owner.call(publishForm, { params });
  const address = `${serverUrl()}/form/${form.slug}`;
  const frameOf = `<iframe src="${address}" title="Form" width="600" height="700"></iframe>`;

  await page.goto(other.show('/', frameOf));
  await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);

  await page.goto(allowed.show('/', frameOf));
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Your name').fill('Mai');
  await frame.getByLabel('Guests').fill('4');
  await context.setOffline(true);
  await frame.getByRole('button', { name: 'Send' }).click();
  await expect(frame.getByRole('heading', { name: 'Waiting for the connection' })).toBeVisible();
  expect((await owner.call(listSubmissions)).items).toEqual([]);
  await context.setOffline(false);
  await expect(frame.getByRole('heading', { name: 'Your answers have been sent' })).toBeVisible();
  const { items } = await owner.call(listSubmissions);
  expect(items.map(({ answers }) => answers)).toEqual([{ name: 'Mai', people: 4 }]);

  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${address}?lang=${width === 390 ? 'vi' : 'en'}`);
    await expect(
      page.getByRole('heading', { name: width === 390 ? 'Đặt bàn' : 'Book a table' }),
    ).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
  }
  await Promise.all([allowed.close(), other.close()]);
});

test('the logo of an account is cut to a square and stands on the page of its form', async ({
  page,
  context,
}) => {
  const owner = await newPerson('en');
  const form = await owner.call(createForm, { body: { name: 'Tables', definition: FORM } });
  await owner.call(publishForm, { params: { uuid: form.uuid } });
  const photo = sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } });
  await signIn(context, owner);
  await page.goto('/Account');
  const logo = page.getByRole('region', { name: 'Logo' });
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: await photo.png().toBuffer() };
  await logo.locator('input[type=file]').setInputFiles(file);
  const crop = page.getByRole('dialog');
  await expect(crop.getByRole('button', { name: 'Use this picture' })).toBeEnabled();
  expect(await violations(page)).toEqual([]);
  await crop.getByRole('button', { name: 'Use this picture' }).click();
  await expect(logo.getByRole('button', { name: 'Remove' })).toBeVisible();

  await page.goto(`/form/${form.slug}`);
  await expect(page.getByRole('heading', { name: 'Book a table' })).toBeVisible();
  const image = page.locator('img.logo');
  await expect
    .poll(() => image.evaluate((shown) => 'naturalWidth' in shown && shown.naturalWidth))
    .toBeGreaterThan(100);
  await page.goto('/Account');
  await logo.getByRole('button', { name: 'Remove' }).click();
  await expect(logo.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
  await page.goto(`/form/${form.slug}`);
  await expect(page.getByRole('heading', { name: 'Book a table' })).toBeVisible();
  await expect(image).toHaveCount(0);
});
