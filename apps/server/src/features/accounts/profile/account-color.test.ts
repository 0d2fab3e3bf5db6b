import { getEmbedSetting } from '@hanasu/contract/embed';
import { getPublicForm } from '@hanasu/contract/form-submissions';
import { changeAccount } from '@hanasu/contract/team';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addBot } from '../../../testing/test-shop.ts';
import { addForm, definitionOf, text } from '../../forms/testing/forms.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

test('the colour of an account stands on its forms and web chats until they have their own', async () => {
  const person = await server.register();
  const forms = [null, '#0b57d0'].map((color) =>
    addForm(person, definitionOf(text('name')), { shop: { name: '', color, privacyUrl: null } }),
  );
  const slugs = (await Promise.all(forms)).map(({ slug }) => slug);
  const colors = async () =>
    Promise.all(
      slugs.map(
        async (slug) => (await server.anonymous.call(getPublicForm, { params: { slug } })).shop.color,
      ),
    );
  const bot = await addBot(person);
  const chat = async () => (await person.call(getEmbedSetting, { query: { botUuid: bot.uuid } })).colour;
  expect(await colors()).toEqual([null, '#0b57d0']);
  const { account } = await person.call(changeAccount, { body: { color: '#7a1f3d' } });
  expect(account.color).toBe('#7a1f3d');
  expect(await colors()).toEqual(['#7a1f3d', '#0b57d0']);
  expect(await chat()).toBe('#7a1f3d');
  await person.call(changeAccount, { body: { name: 'Camellia' } });
  expect(await colors()).toEqual(['#7a1f3d', '#0b57d0']);
  expect(await person.refused(changeAccount, { body: { color: 'red' } })).toMatchObject({
    code: 'validation_failed',
    errors: [{ path: 'body.color' }],
  });
  await person.call(changeAccount, { body: { color: null } });
  expect(await colors()).toEqual([null, '#0b57d0']);
});
