import { FORM_LANGUAGES, type FormDefinition } from '@hanasu/contract/form-definition';
import {
  changeForm,
  createForm,
  deleteForm,
  FORM_TEMPLATES,
  getForm,
  getFormVersion,
  listForms,
  listFormVersions,
  publishForm,
} from '@hanasu/contract/forms';
import { createTag } from '@hanasu/contract/tags';
import { listAudit } from '@hanasu/contract/team';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, shareTestServer, type TestServer } from '../../testing/test-server.ts';
import { addForm, definitionOf, text } from './testing/forms.fixture.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await server.register();
});

const add = (name: string, definition: FormDefinition = definitionOf(text('name'))) =>
  person.call(createForm, { body: { name, definition } });

test('every template but the empty one can be published in every language', async () => {
  for (const template of FORM_TEMPLATES)
    for (const language of FORM_LANGUAGES) {
      const body = { name: `${template} ${language}`, template, language };
      const { uuid, draft, state } = await person.call(createForm, { body });
      expect({ state, languages: draft.languages }).toEqual({ state: 'draft', languages: [language] });
      const params = { uuid };
      if (template === 'empty')
        expect(await person.refused(publishForm, { params })).toMatchObject({ code: 'form_incomplete' });
      else expect(await person.call(publishForm, { params })).toMatchObject({ version: 1, state: 'open' });
    }
  const { items, total } = await person.call(listForms, { query: { q: 'school', pageSize: 2 } });
  expect({ total, names: items.map(({ name }) => name) }).toEqual({
    total: 3,
    names: ['school vi', 'school ja'],
  });
});

test('a draft is changed with its revision, and published as versions that stay', async () => {
  const form = await add('Contact');
  const params = { uuid: form.uuid };
  await person.call(publishForm, { params });
  expect(await person.refused(publishForm, { params })).toMatchObject({ code: 'nothing_to_publish' });
  const draft = definitionOf(text('name'), text('city'));
  const body = { draft, revision: form.revision };
  const changed = await person.call(changeForm, { params, body });
  expect(changed).toMatchObject({ hasChanges: true, revision: form.revision + 1, version: 1 });
  expect(await person.refused(changeForm, { params, body })).toMatchObject({ code: 'form_changed' });
  const back = { draft: form.draft, revision: changed.revision };
  expect(await person.call(changeForm, { params, body: back })).toMatchObject({ hasChanges: false });
  await person.call(changeForm, { params, body: { draft, revision: changed.revision + 1 } });
  expect(await person.call(publishForm, { params })).toMatchObject({ version: 2, hasChanges: false });
  const keys = async (number: number) =>
    (await person.call(getFormVersion, { params: { ...params, number } })).definition.pages.flatMap(
      ({ fields }) => fields.map(({ key }) => key),
    );
  expect([await keys(1), await keys(2)]).toEqual([['name'], ['name', 'city']]);
  const { items, total } = await person.call(listFormVersions, { params });
  expect({ total, numbers: items.map(({ number }) => number) }).toEqual({ total: 2, numbers: [2, 1] });
  expect(items[1]).toMatchObject({ definition: form.draft, publishedBy: { uuid: person.user.uuid } });
  const older = await person.call(listFormVersions, { params, query: { page: 2, pageSize: 1 } });
  expect(older.items).toEqual([items[1]]);
});

test('what has no words in the first language is not published', async () => {
  const gaps = definitionOf(text('name', { label: { ja: '名前' } }), {
    kind: 'choice',
    key: 'size',
    label: { en: 'Size' },
    options: [
      { id: 's', label: { en: 'Small' } },
      { id: 'l', label: {} },
    ],
  });
  const { uuid } = await add('Gaps', gaps);
  const problem = await person.refused(publishForm, { params: { uuid } });
  expect(problem.code).toBe('form_incomplete');
  expect(problem.errors?.map(({ path }) => path)).toEqual([
    'draft.pages.0.fields.0.label',
    'draft.pages.0.fields.1.options.1.label',
  ]);
});

test('the state follows from settings and time', async () => {
  const form = await addForm(person, definitionOf(text('name')));
  const params = { uuid: form.uuid };
  const stateWith = async (settings: object) =>
    (await person.call(changeForm, { params, body: { settings: { ...form.settings, ...settings } } })).state;
  const [past, future] = ['2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];
  expect(await stateWith({ from: future })).toBe('early');
  expect(await stateWith({ until: past })).toBe('over');
  expect(await stateWith({ from: past, until: future })).toBe('open');
  expect(await person.call(changeForm, { params, body: { closed: true } })).toMatchObject({
    state: 'closed',
  });
  expect(await person.call(changeForm, { params, body: { closed: false } })).toMatchObject({ state: 'open' });
  const settings = { ...form.settings, from: future, until: past };
  expect(await person.refused(changeForm, { params, body: { settings } })).toMatchObject({
    code: 'validation_failed',
  });
});

test('names are distinct in the account, addresses everywhere', async () => {
  const stranger = await server.register();
  const form = await add('Contact');
  expect(await person.refused(createForm, { body: { name: 'CONTACT' } })).toMatchObject({
    code: 'name_taken',
  });
  const other = await stranger.call(createForm, { body: { name: 'Contact' } });
  const params = { uuid: other.uuid };
  const taken = await stranger.refused(changeForm, { params, body: { slug: form.slug } });
  expect(taken).toMatchObject({ code: 'slug_taken', errors: [{ path: 'body.slug' }] });
  await person.call(changeForm, { params: { uuid: form.uuid }, body: { archived: true } });
  await person.call(createForm, { body: { name: 'Contact' } });
  const { items } = await person.call(listForms, { query: { archived: 'true' } });
  expect(items.map(({ uuid }) => uuid)).toEqual([form.uuid]);
  const back = { params: { uuid: form.uuid }, body: { archived: false } };
  expect(await person.refused(changeForm, back)).toMatchObject({ code: 'name_taken' });
});

test('actions that can’t be done are refused, and what is done is in the log', async () => {
  const stranger = await server.register();
  const theirs = await stranger.call(createTag, { body: { name: 'VIP' } });
  const form = await add('Contact');
  const params = { uuid: form.uuid };
  const settings = { ...form.settings, actions: [{ kind: 'tag' as const, tagUuid: theirs.uuid }] };
  expect(await person.refused(changeForm, { params, body: { settings } })).toMatchObject({
    errors: [{ path: 'body.settings.actions.0', code: 'tag_missing' }],
  });
  await person.call(publishForm, { params });
  await person.call(deleteForm, { params });
  expect(await person.refused(getForm, { params })).toMatchObject({ code: 'not_found' });
  const { items } = await person.call(listAudit, { query: { pageSize: 10 } });
  const own = items.filter(({ target }) => target === form.uuid);
  expect(own.map(({ action }) => action)).toEqual(['form.deleted', 'form.published', 'form.created']);
  expect(own[0]?.data).toMatchObject({ name: 'Contact' });
});
