import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCustomerField } from '@hanasu/contract/customer-fields';
import { listCustomers } from '@hanasu/contract/customers';
import { FORM_FILE_BYTES, FormDefinition } from '@hanasu/contract/form-definition';
import {
  changeSubmission,
  deleteSubmission,
  getSubmission,
  listSubmissions,
  submitForm,
  summariseForm,
  uploadFormFile,
} from '@hanasu/contract/form-submissions';
import { changeForm, deleteForm, type FormWithDraft, publishForm } from '@hanasu/contract/forms';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../platform/database/database.ts';
import { createDiskFileStore } from '../../../platform/files/file-store.ts';
import { readZip } from '../../../testing/read-zip.ts';
import { formOf, type SignedIn, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addMember } from '../../../testing/test-team.ts';
import { addForm, definitionOf, filled, proofOf, setProof, text } from '../testing/forms.fixture.ts';
import { removeUnsubmittedFiles } from './files.ts';
import { CROWDED_FILES } from './limits.ts';

let server: TestServer;
let person: SignedIn;
let databaseUrl = '';
beforeAll(async () => {
  server = await startTestServer({}, (url) => {
    databaseUrl = url;
    return url;
  });
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await server.register();
});

const send = (form: FormWithDraft, answers: Parameters<typeof filled>[1]) =>
  server.anonymous.call(submitForm, { body: filled(form, answers) });
const download = (path: string, who = person) =>
  fetch(new URL(path, server.address), { headers: { authorization: `Bearer ${who.jwt}` } });

const survey = () =>
  definitionOf(
    text('comment'),
    { kind: 'scale', key: 'stars', label: { en: 'Stars' } },
    {
      kind: 'choice',
      key: 'size',
      label: { en: 'Size' },
      other: true,
      options: [
        { id: 's', label: { en: 'Small' } },
        { id: 'l', label: { en: 'Large' } },
      ],
    },
    {
      kind: 'choices',
      key: 'likes',
      label: { en: 'Likes' },
      options: [
        { id: 'tea', label: { en: 'Tea' } },
        { id: 'cake', label: { en: 'Cake' } },
      ],
    },
  );

test('submissions are found by their words, form and state, and staff say how far they are', async () => {
  const [form, other] = [await addForm(person, survey()), await addForm(person, survey())];
  const { uuid } = await send(form, { comment: 'Điện thoại ＨＥＲＥ' });
  await send(form, { comment: 'Nothing' });
  await send(other, { comment: 'dien thoai' });
  const found = async (query: object) =>
    (await person.call(listSubmissions, { query })).items.map(({ answers }) => answers.comment);
  expect(await found({ q: 'dien thoai here' })).toEqual(['Điện thoại ＨＥＲＥ']);
  expect(await found({ formUuid: form.uuid })).toEqual(['Nothing', 'Điện thoại ＨＥＲＥ']);
  const params = { uuid };
  const body = { state: 'done' as const, note: 'Called' };
  expect(await person.call(changeSubmission, { params, body })).toMatchObject(body);
  expect(await found({ state: 'done' })).toEqual(['Điện thoại ＨＥＲＥ']);
  expect(await found({ until: '2020-01-01T00:00:00Z' })).toEqual([]);
  expect([await found({ source: 'chat' }), await found({ version: 2 })]).toEqual([[], []]);
  expect(await found({ source: 'page', version: 1, q: 'nothing' })).toEqual(['Nothing']);
  await person.call(deleteSubmission, { params });
  expect(await found({})).toEqual(['dien thoai', 'Nothing']);
});

test('a search finds choices by their labels, customers, notes and files, and no ids or keys', async () => {
  const definition = FormDefinition.parse({
    ...definitionOf(
      text('name', { mapTo: { fact: 'displayName' } }),
      {
        kind: 'choices',
        key: 'menu',
        label: { en: 'Menu' },
        options: [
          { id: 'option-1', label: { en: 'Cut', ja: 'カット' } },
          { id: 'option-2', label: { en: 'Colour', ja: 'カラー' } },
        ],
      },
      {
        kind: 'choice',
        key: 'work',
        label: { en: 'Work' },
        other: true,
        options: [{ id: 'option-1', label: { en: 'Part-time' } }],
      },
      { kind: 'file', key: 'cv', label: { en: 'CV' } },
    ),
    languages: ['en', 'ja'],
  });
  const form = await addForm(person, definition);
  const file = await kept(form, PDF, { field: 'cv', name: '履歴書.pdf' });
  await send(form, { name: 'Hana', menu: ['option-1', 'option-2'], cv: [file] });
  const { uuid } = await send(form, { name: 'Minh', menu: ['option-2'], work: 'other:Night shifts' });
  await send(form, { name: 'Ken', work: 'option-1' });
  await person.call(changeSubmission, { params: { uuid }, body: { note: 'Called back' } });
  const found = async (query: object) =>
    (await person.call(listSubmissions, { query })).items.map(({ answers }) => answers.name);
  expect(await found({ q: 'カラー' })).toEqual(['Minh', 'Hana']);
  expect(await found({ q: 'part-TIME' })).toEqual(['Ken']);
  expect(await found({ q: 'night shifts' })).toEqual(['Minh']);
  expect(await found({ q: '履歴書' })).toEqual(['Hana']);
  expect(await found({ q: 'called' })).toEqual(['Minh']);
  expect(await found({ q: 'hana' })).toEqual(['Hana']);
  for (const q of ['option', 'menu', 'other:', file.slice(0, 13)]) expect(await found({ q })).toEqual([]);
  const one = (field: string, answer?: string) =>
    found({ field, ...(answer === undefined ? {} : { answer }) });
  expect(await one('menu', 'option-1')).toEqual(['Hana']);
  expect(await one('menu', 'option-2')).toEqual(['Minh', 'Hana']);
  expect(await one('work', 'other:')).toEqual(['Minh']);
  expect(await one('work')).toEqual(['Ken', 'Minh']);
  expect(await one('cv')).toEqual(['Hana']);
  expect(await one('name', 'Ken')).toEqual(['Ken']);
  expect((await person.refused(listSubmissions, { query: { answer: 'option-1' } })).code).toBe(
    'validation_failed',
  );
});

test('what a role does not see of customers it does not see of submissions', async () => {
  const field = await person.call(createCustomerField, {
    body: { label: 'Income', kind: 'number', hiddenFrom: ['viewer'] },
  });
  const mapped = definitionOf(text('name'), {
    kind: 'number',
    key: 'income',
    label: { en: 'Income' },
    mapTo: { fieldUuid: field.uuid },
  });
  const form = await addForm(person, mapped);
  const { uuid } = await send(form, { name: 'Hana', income: 51_234 });
  const [viewer, operator] = [
    await addMember(server, person, 'viewer'),
    await addMember(server, person, 'operator'),
  ];
  const seenBy = async (who: SignedIn) => (await who.call(getSubmission, { params: { uuid } })).answers;
  expect(await seenBy(viewer)).toEqual({ name: 'Hana' });
  expect(await seenBy(operator)).toEqual({ name: 'Hana', income: 51_234 });
  const hits = async (who: SignedIn) => (await who.call(listSubmissions, { query: { q: '51234' } })).total;
  expect([await hits(viewer), await hits(operator)]).toEqual([0, 1]);
  const query = { field: 'income', answer: '51234' };
  const filtered = async (who: SignedIn) => (await who.call(listSubmissions, { query })).total;
  expect([await filtered(viewer), await filtered(operator)]).toEqual([0, 1]);
  const keys = async (who: SignedIn) =>
    (await who.call(summariseForm, { params: { uuid: form.uuid } })).fields.map(({ key }) => key);
  expect([await keys(viewer), await keys(operator)]).toEqual([['name'], ['name', 'income']]);
});

test('a segment asks what was answered: as it was chosen, in the same submission, and of nothing that is hidden', async () => {
  const field = await person.call(createCustomerField, {
    body: { label: 'Income', kind: 'number', hiddenFrom: ['viewer'] },
  });
  const form = await addForm(
    person,
    FormDefinition.parse({
      ...survey(),
      pages: [
        ...survey().pages,
        {
          fields: [
            text('name', { mapTo: { fact: 'displayName' } }),
            { kind: 'number', key: 'income', label: { en: 'Income' }, mapTo: { fieldUuid: field.uuid } },
            { kind: 'consent', key: 'news', label: { en: 'News' }, text: { en: 'Write to me' } },
          ],
        },
      ],
    }),
  );
  await send(form, { name: 'Hana', size: 's', stars: 5, likes: ['tea', 'cake'], income: 51_234, news: true });
  await send(form, { name: 'Mai', size: 'l', stars: 2, likes: ['tea'] });
  await send(form, { name: 'Ken', size: 'other:s', comment: 'no answer else' });
  const found = async (answer: object, who = person) => {
    const items = [{ kind: 'submitted', formUuid: form.uuid, answer }];
    const segment = JSON.stringify({ kind: 'and', items });
    const list = await who.call(listCustomers, { query: { segment } });
    return [
      ...list.items.map(({ name }) => name).toSorted(),
      ...(list.problems ?? []).map(({ reason }) => reason),
    ];
  };
  const any = (key: string, ...options: string[]) => ({ field: key, test: { op: 'any', options } });
  const between = (key: string, from: number | null, to: number | null) => ({
    field: key,
    test: { op: 'between', from, to },
  });
  expect(await found(any('size', 's'))).toEqual(['Hana']);
  expect(await found(any('size', 's', 'l'))).toEqual(['Hana', 'Mai']);
  expect(await found(any('likes', 'tea'))).toEqual(['Hana', 'Mai']);
  expect(await found({ field: 'likes', test: { op: 'all', options: ['tea', 'cake'] } })).toEqual(['Hana']);
  expect(await found(between('stars', 1, 4))).toEqual(['Mai']);
  expect(await found({ field: 'news', test: { op: 'yes' } })).toEqual(['Hana']);
  expect(await found(between('income', 50_000, null))).toEqual(['Hana']);
  expect(await found(between('income', 50_000, null), await addMember(server, person, 'viewer'))).toEqual([
    'field_hidden',
  ]);
  expect(await found(any('size', 'xl'))).toEqual(['option_missing']);
  expect(await found(between('size', 1, null))).toEqual(['field_test']);
  expect(await found(any('comment', 'fine'))).toEqual(['field_test']);
  expect(await found(any('colour', 'red'))).toEqual(['field_missing']);
});

test('a summary counts the answers of each field, lists those in free text, and keeps questions that are no longer asked', async () => {
  const form = await addForm(person, survey());
  await send(form, { stars: 5, size: 's', likes: ['tea', 'cake'] });
  await send(form, { stars: 2, size: 'other:Medium', likes: ['tea'] });
  const { uuid: fine } = await send(form, { stars: 5, size: 'other:Huge', comment: 'Fine' });
  const params = { uuid: form.uuid };
  const summary = await person.call(summariseForm, { params });
  const asked = (key: string) => ({ key, version: 1, isAsked: true, oldOptions: [], latest: [] });
  expect(summary).toEqual({
    submissions: 3,
    fields: [
      {
        ...asked('comment'),
        answered: 1,
        values: [],
        average: null,
        latest: [{ submissionUuid: fine, answer: 'Fine' }],
      },
      {
        ...asked('stars'),
        answered: 3,
        average: 4,
        values: [
          { value: '5', count: 2 },
          { value: '2', count: 1 },
        ],
      },
      {
        ...asked('size'),
        answered: 3,
        average: null,
        values: [
          { value: 'other:', count: 2 },
          { value: 's', count: 1 },
        ],
      },
      {
        ...asked('likes'),
        answered: 2,
        average: null,
        values: [
          { value: 'tea', count: 2 },
          { value: 'cake', count: 1 },
        ],
      },
    ],
  });
  await person.call(changeForm, {
    params,
    body: { draft: definitionOf(text('comment'), text('more')), revision: form.revision },
  });
  await person.call(publishForm, { params });
  for (let index = 1; index <= 6; index += 1)
    await server.anonymous.call(submitForm, {
      body: filled(form, { comment: `No. ${index}` }, { version: 2 }),
    });
  const { fields } = await person.call(summariseForm, { params });
  expect(fields.map(({ key, version, isAsked }) => [key, version, isAsked])).toEqual([
    ['comment', 2, true],
    ['more', 2, true],
    ['stars', 1, false],
    ['size', 1, false],
    ['likes', 1, false],
  ]);
  expect(fields[0]?.latest.map(({ answer }) => answer)).toEqual([
    'No. 6',
    'No. 5',
    'No. 4',
    'No. 3',
    'No. 2',
  ]);
});

test('a summary keeps labels of options that are gone, and what an older version hides from a role', async () => {
  const own = await person.call(createCustomerField, {
    body: { label: 'Income', kind: 'number', hiddenFrom: ['viewer'] },
  });
  const income = { kind: 'number', key: 'income', label: { en: 'Income' } } as const;
  const size = (...ids: string[]) =>
    ({
      kind: 'choice',
      key: 'size',
      label: { en: 'Size' },
      options: ids.map((id) => ({ id, label: { en: `Size ${id}` } })),
    }) as const;
  const form = await addForm(
    person,
    definitionOf(size('s', 'm', 'l'), { ...income, mapTo: { fieldUuid: own.uuid } }),
  );
  await send(form, { size: 's', income: 51_234 });
  const params = { uuid: form.uuid };
  const draft = definitionOf(size('l'), income);
  await person.call(changeForm, { params, body: { draft, revision: form.revision } });
  await person.call(publishForm, { params });
  const fields = async (who: SignedIn) => (await who.call(summariseForm, { params })).fields;
  expect(await fields(person)).toMatchObject([
    { key: 'size', values: [{ value: 's' }], oldOptions: [{ id: 's', label: { en: 'Size s' } }] },
    { key: 'income', answered: 1, average: 51_234 },
  ]);
  expect(await fields(await addMember(server, person, 'viewer'))).toMatchObject([
    { key: 'size', answered: 1 },
    { key: 'income', answered: 0, values: [], average: null },
  ]);
});

test('an export has a column for each field, words for choices, and no formulas', async () => {
  const form = await addForm(person, survey());
  await send(form, { comment: '=1+1', size: 'l', likes: ['tea', 'cake'], stars: 3 });
  await send(form, { comment: 'two\nlines, "quoted"', size: 'other:@SUM(A1)' });
  const csv = await download(`/api/form/${form.uuid}/export`);
  expect(csv.headers.get('content-disposition')).toMatch(/^attachment;/);
  const bytes = new Uint8Array(await csv.arrayBuffer());
  const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\r\n');
  expect(lines[0]).toBe(
    '\ufeffReceived,Status,Customer,Channel,Note,ID,Same answers as,comment,Stars,Size,Likes',
  );
  // In the account's time zone.
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d,New,/);
  expect(lines[1]).toMatch(/,'=1\+1,3,Large,"Tea, Cake"$/);
  expect(lines[2]).toMatch(/,"two\nlines, ""quoted""",,'@SUM\(A1\),$/);
  const narrowed = await download(`/api/form/${form.uuid}/export?q=quoted&source=page&version=1`);
  expect((await narrowed.text()).split('\r\n').slice(1)).toEqual([lines[2], '']);
  const xlsx = await download(`/api/form/${form.uuid}/export?format=xlsx`);
  const sheet = (await readZip(Buffer.from(await xlsx.arrayBuffer()))).get('xl/worksheets/sheet1.xml');
  const [, row = ''] = sheet?.match(/<row>.*?<\/row>/gs) ?? [];
  // A formula stays a text, and what is counted is a number.
  expect(row).toContain('<c t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c><c><v>3</v></c>');
  const operator = await addMember(server, person, 'operator');
  expect((await download(`/api/form/${form.uuid}/export`, operator)).status).toBe(403);
});

const withFiles = (more: object = {}) =>
  definitionOf(
    { kind: 'file', key: 'photo', label: { en: 'Photo' }, max: 5, ...more },
    { kind: 'file', key: 'plan', label: { en: 'Plan' }, max: 5 },
  );

function upload(
  form: FormWithDraft,
  bytes: Uint8Array,
  { field = 'photo', name = 'a.jpg', proof = proofOf(form.uuid) } = {},
) {
  const body = formOf('file', bytes, name);
  body.set('field', field);
  setProof(body, proof);
  return server.anonymous.raw('POST', `/api/public/form/${form.slug}/file`, { body });
}
const kept = async (...given: Parameters<typeof upload>) =>
  uploadFormFile.output.parse((await upload(...given)).body).uuid;
const codeOf = async (...given: Parameters<typeof upload>) =>
  ((await upload(...given)).body as { code: string }).code;

const picture = () => sharp({ create: { width: 20, height: 10, channels: 3, background: '#888' } });
const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');

test('what a file is follows from its content, and pictures lose what stands beside their pixels', async () => {
  const form = await addForm(person, withFiles());
  const jpeg = await picture()
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '35/1 40/1 0/1' } })
    .jpeg()
    .toBuffer();
  expect(jpeg.toString('latin1')).toContain('SecretCamera');
  const answer = await upload(form, jpeg, { name: '../../evil\u202e.pdf' });
  const file = uploadFormFile.output.parse(answer.body);
  expect(file).toMatchObject({ type: 'image/jpeg', name: 'evil.jpg' });
  const { uuid } = await send(form, { photo: [file.uuid] });
  const path = `/api/form-submitted/${uuid}/file/${file.uuid}`;
  const given = await download(path);
  const bytes = Buffer.from(await given.arrayBuffer());
  expect(bytes.toString('latin1')).not.toContain('SecretCamera');
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  expect(Object.fromEntries(given.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-disposition': "attachment; filename*=UTF-8''evil.jpg",
  });
  expect((await download(path, await server.register())).status).toBe(404);
  expect(await person.call(getSubmission, { params: { uuid } })).toMatchObject({
    files: { photo: [{ uuid: file.uuid, type: 'image/jpeg' }] },
  });
});

test('the name of a file ends as its type says', async () => {
  const form = await addForm(person, withFiles());
  const nameOf = async (bytes: Uint8Array, name: string) =>
    uploadFormFile.output.parse((await upload(form, bytes, { name })).body).name;
  expect(await nameOf(PDF, 'price.html')).toBe('price.html.pdf');
  expect(await nameOf(PDF, 'メニュー 2026.12')).toBe('メニュー 2026.12.pdf');
  expect(await nameOf(PDF, 'Menu.PDF')).toBe('Menu.PDF');
  expect(await nameOf(await picture().jpeg().toBuffer(), 'IMG_1.HEIC')).toBe('IMG_1.jpg');
  expect(await nameOf(await picture().jpeg().toBuffer(), 'photo.jpeg')).toBe('photo.jpeg');
  expect(await nameOf(await picture().png().toBuffer(), 'photo.png.exe')).toBe('photo.png.exe.png');
  expect(await nameOf(await picture().webp().toBuffer(), 'webp')).toBe('webp.webp');
});

test('programs, pages, broken and giant files are refused whatever they are called', async () => {
  const form = await addForm(person, withFiles({ picturesOnly: true }));
  const png = await picture().png().toBuffer();
  const bad = {
    html: Buffer.from('<html><script>alert(1)</script>'),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    program: Buffer.from('MZ\x90\x00'),
    gif: Buffer.from('GIF89a'),
    broken: png.subarray(0, 40),
    pdf: PDF,
  };
  for (const bytes of Object.values(bad))
    expect(await codeOf(form, bytes, { name: 'photo.png' })).toBe('file_type_unsupported');
  expect(await codeOf(form, Buffer.alloc(FORM_FILE_BYTES + 1, 1))).toBe('file_too_large');
  expect(await codeOf(form, Buffer.alloc(0))).toBe('file_empty');
  expect(await codeOf(form, png, { field: 'nothing' })).toBe('validation_failed');
  expect(await codeOf(form, png, { proof: { token: 'made.up', number: 0 } })).toBe('validation_failed');
  expect(await codeOf({ ...form, slug: 'nowhere' }, png)).toBe('not_found');
  expect(await server.sql('select 1 from form_files where form_id = $1', [form.uuid])).toEqual([]);
});

test('a file goes with one submission of its form and field, and is gone with it', async () => {
  const [form, other] = [await addForm(person, withFiles()), await addForm(person, withFiles())];
  const refusedWith = async (of: FormWithDraft, answers: Parameters<typeof filled>[1]) =>
    (await server.anonymous.refused(submitForm, { body: filled(of, answers) })).errors?.[0]?.code;
  const id = await kept(form, PDF);
  expect(await refusedWith(other, { photo: [id] })).toBe('fileMissing');
  expect(await refusedWith(form, { plan: [id] })).toBe('fileMissing');
  expect(await refusedWith(form, { photo: ['not-an-id'] })).toBe('fileMissing');
  const six = await Promise.all(
    ['photo', 'photo', 'photo', 'plan', 'plan', 'plan'].map((field) => kept(form, PDF, { field })),
  );
  const tooMany = { photo: six.slice(0, 3), plan: six.slice(3) };
  expect(await refusedWith(form, tooMany)).toBe('tooMany');
  const { uuid } = await send(form, { photo: [id] });
  expect(await refusedWith(form, { photo: [id] })).toBe('fileMissing');
  const path = `/api/form-submitted/${uuid}/file/${id}`;
  expect((await download(path)).status).toBe(200);
  await person.call(deleteSubmission, { params: { uuid } });
  expect((await download(path)).status).toBe(404);
  await person.call(deleteForm, { params: { uuid: form.uuid } });
  expect(await server.sql('select 1 from form_files where form_id = $1', [form.uuid])).toEqual([]);
});

test('of one page only so many files are taken', async () => {
  const form = await addForm(person, withFiles());
  const proof = proofOf(form.uuid);
  const codes: (string | undefined)[] = [];
  for (let count = 0; count < 16; count += 1) codes.push(await codeOf(form, PDF, { proof }));
  expect(codes.filter(Boolean)).toEqual(['rate_limited']);
});

test('files that no submission took are gone after a day, those of a chat with its form; others stay', async () => {
  const form = await addForm(person, withFiles());
  const [old, fresh, sent] = [await kept(form, PDF), await kept(form, PDF), await kept(form, PDF)];
  await server.sql('update form_files set talk_id = gen_random_uuid() where id = $1', [sent]);
  await server.sql("update form_files set created_at = now() - interval '25 hours' where id = $1", [old]);
  const folder = mkdtempSync(path.join(tmpdir(), 'hanasu-forms-'));
  const files = createDiskFileStore(folder);
  const keyOf = (id: string) => `${person.user.account.uuid}/forms/${id}`;
  for (const id of [old, fresh, sent]) await files.put(keyOf(id), PDF);
  const database = openDatabase({ url: databaseUrl, poolSize: 1, onError: () => undefined });
  await removeUnsubmittedFiles({ database, files });
  await database.close();
  const sizes = await Promise.all([old, fresh, sent].map((id) => files.size(keyOf(id))));
  expect(sizes).toEqual([null, PDF.length, null]);
  rmSync(folder, { recursive: true });
  const rows = await server.sql<{ id: string }>('select id from form_files where form_id = $1', [form.uuid]);
  expect(rows.map(({ id }) => id)).toEqual([fresh]);
});

test('where more files wait than usual, the oldest go after an hour until they are few', async () => {
  const [crowded, quiet] = [await addForm(person, withFiles()), await addForm(person, withFiles())];
  const addWaiting = (form: FormWithDraft, count: number, minutes: number) =>
    server.sql(
      `insert into form_files (account_id, id, form_id, field, storage_key, name, type, bytes, sender, created_at)
       select $1, gen_random_uuid(), $2, 'photo', gen_random_uuid()::text, 'a.pdf', 'application/pdf', 1, 'sender',
         now() - make_interval(mins => $4) from generate_series(1, $3)`,
      [person.user.account.uuid, form.uuid, count, minutes],
    );
  await addWaiting(crowded, 400, 90);
  await addWaiting(crowded, 100, 61);
  await addWaiting(crowded, 1, 59);
  await addWaiting(quiet, CROWDED_FILES, 61);
  const folder = mkdtempSync(path.join(tmpdir(), 'hanasu-forms-'));
  const database = openDatabase({ url: databaseUrl, poolSize: 1, onError: () => undefined });
  await removeUnsubmittedFiles({ database, files: createDiskFileStore(folder) });
  await database.close();
  rmSync(folder, { recursive: true });
  const left = (form: FormWithDraft) =>
    server.sql<{ minutes: number; count: number }>(
      `select round(extract(epoch from now() - created_at) / 60)::int as minutes, count(*)::int as count
       from form_files where form_id = $1 group by 1 order by 1`,
      [form.uuid],
    );
  expect(await left(crowded)).toEqual([
    { minutes: 59, count: 1 },
    { minutes: 61, count: 100 },
  ]);
  expect(await left(quiet)).toEqual([{ minutes: 61, count: CROWDED_FILES }]);
});
