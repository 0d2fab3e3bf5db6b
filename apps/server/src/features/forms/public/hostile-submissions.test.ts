import { randomUUID } from 'node:crypto';
import { listCustomers } from '@hanasu/contract/customers';
import { FORM_FIELD_KINDS, FormDefinition } from '@hanasu/contract/form-definition';
import { listSubmissions, uploadFormFile } from '@hanasu/contract/form-submissions';
import type { FormWithDraft } from '@hanasu/contract/forms';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, type SignedIn, shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addForm, filled, proofOf, setProof } from '../testing/forms.fixture.ts';

let server: TestServer;
let person: SignedIn;
let form: FormWithDraft;
let other: FormWithDraft;
/** Good for as many tries as are refused. */
let proof: ReturnType<typeof proofOf>;
/** Files that belong to another form, or to another field. */
let foreign: Readonly<Record<string, string>>;

const label = { en: 'Field' };
const options = [
  { id: 'a', label },
  { id: 'b', label },
];
const definition = FormDefinition.parse({
  languages: ['en'],
  title: { en: 'Everything' },
  pages: [
    {
      fields: [
        { kind: 'text', key: 'text', label, mapTo: { fact: 'displayName' } },
        { kind: 'longText', key: 'long', label },
        { kind: 'number', key: 'number', label, min: 0, max: 9, whole: true },
        { kind: 'choice', key: 'choice', label, options },
        { kind: 'choices', key: 'choices', label, options, max: 1 },
        { kind: 'scale', key: 'scale', label },
        { kind: 'date', key: 'date', label },
        { kind: 'time', key: 'time', label },
        { kind: 'slot', key: 'slot', label, slots: [{ at: '2099-01-01T10:00' }] },
        { kind: 'phone', key: 'phone', label },
        { kind: 'email', key: 'email', label },
        { kind: 'address', key: 'address', label },
        { kind: 'file', key: 'file', label },
        { kind: 'file', key: 'second', label },
        { kind: 'consent', key: 'consent', label, text: label },
        { kind: 'heading', key: 'heading', label },
        { kind: 'hidden', key: 'hidden', label, param: 'from' },
      ],
    },
  ],
});

beforeAll(async () => {
  server = await shareTestServer();
  person = await server.register();
  form = await addForm(person, definition);
  other = await addForm(person, definition);
  proof = proofOf(form.uuid);
  foreign = { form: await upload(other, 'file'), field: await upload(form, 'second') };
});
afterAll(() => server.stop());

async function upload({ slug, uuid }: FormWithDraft, field: string): Promise<string> {
  const body = formOf('file', Buffer.from('%PDF-1.7\n%%EOF\n'), 'plan.pdf');
  body.set('field', field);
  setProof(body, proofOf(uuid));
  const { body: kept } = await server.anonymous.raw('POST', `/api/public/form/${slug}/file`, { body });
  return uploadFormFile.output.parse(kept).uuid;
}
const post = (body: unknown) => server.anonymous.raw('POST', '/api/form-submitted', { body });
const submitted = async () => (await person.call(listSubmissions, { query: { pageSize: 100 } })).items;
/** What a page sends, with the proof that is used for all that is refused. */
const sent = (change: object) => ({
  slug: form.slug,
  version: 1,
  key: randomUUID(),
  answers: {},
  language: 'en',
  proof,
  ...change,
});

const GIANT = 'x'.repeat(20_000);
/** As no field of any kind takes them. */
const NEVER: readonly unknown[] = [
  null,
  { a: 1 },
  { __proto__: null, toString: 'x' },
  [[]],
  [{}],
  [null],
  [1],
  GIANT,
  [GIANT],
  Array.from({ length: 300 }, () => 'a'),
  ['a', 'a'],
  'a\0b',
  '\ud800',
  { country: 'JP', postalCode: [], region: {}, city: null, line1: 1, line2: true },
  { country: 'JP', postalCode: GIANT, region: '', city: '', line1: '', line2: '' },
];
const KEYS = definition.pages.flatMap(({ fields }) => fields.map(({ key }) => key));
/** What is right for another kind. */
const WRONG: readonly (readonly [string, unknown])[] = [
  ['text', 5],
  ['text', true],
  ['text', 'x'.repeat(201)],
  ['long', 5],
  ['long', 'x'.repeat(2_001)],
  ['number', '5'],
  ['number', -1],
  ['number', 10],
  ['number', 1.5],
  ['number', 1e300],
  ['choice', 'c'],
  ['choice', '__proto__'],
  ['choice', 'constructor'],
  ['choice', 'other:x'],
  ['choice', 0],
  ['choices', ['a', 'b']],
  ['choices', ['c']],
  ['choices', ['__proto__']],
  ['choices', 'a'],
  ['scale', 0],
  ['scale', 6],
  ['scale', 2.5],
  ['scale', '3'],
  ['date', '2026-02-30'],
  ['date', '2026-13-01'],
  ['date', '+275760-09-13'],
  ['date', 'today'],
  ['date', 20261231],
  ['time', '24:00'],
  ['time', '9:00'],
  ['time', '12:00; drop table forms'],
  ['slot', '2099-01-01T11:00'],
  ['slot', '2099-01-01T10:00Z'],
  ['phone', '<script>alert(1)</script>'],
  ['phone', '1'],
  ['phone', '+'.repeat(26)],
  ['email', 'a@b'],
  ['email', `${'a'.repeat(250)}@example.com`],
  ['email', 'a@b.c\nBcc: all@example.com'],
  ['address', 'Tokyo'],
  ['consent', 'true'],
  ['consent', 1],
  ['heading', 'x'],
  ['heading', true],
  ['hidden', 'x'.repeat(1_001)],
  ['hidden', ['x']],
];
const UNKNOWN_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'a.b',
  'A',
  '',
  '$where',
  'é',
  'surprise',
];
const TOKENS = [
  '',
  '.',
  'a.b',
  'x'.repeat(1_001),
  Buffer.from('["challenge"]').toString('base64url'),
  `${Buffer.from('["challenge"]').toString('base64url')}.${'A'.repeat(43)}`,
  `${Buffer.from('null').toString('base64url')}.`,
  '../../etc/passwd',
  '%00',
  '💣.💣',
];
const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '{"__proto__":{"slug":"x"}}',
  `{"slug":${'['.repeat(2_000)}`,
  '\ufeff{}',
];

const refusals = (): readonly (readonly [string, unknown])[] => [
  ...KEYS.flatMap((key) =>
    NEVER.map((value, index): [string, unknown] => [`${key} ${index}`, sent({ answers: { [key]: value } })]),
  ),
  ...WRONG.map(([key, value]): [string, unknown] => [
    `${key} ${JSON.stringify(value).slice(0, 30)}`,
    sent({ answers: { [key]: value } }),
  ]),
  // Written as text: in an object literal some of them would be no key.
  ...UNKNOWN_KEYS.map((key): [string, unknown] => [
    `key ${key}`,
    JSON.stringify(sent({ answers: 'ANSWERS' })).replace('"ANSWERS"', `{${JSON.stringify(key)}: "x"}`),
  ]),
  ...TOKENS.map((token): [string, unknown] => [
    `token ${token.slice(0, 20)}`,
    sent({ proof: { token, number: 0 } }),
  ]),
  ...[-1, 1.5, '1', null, 2 ** 60].map((number): [string, unknown] => [
    `number ${number}`,
    sent({ proof: { ...proof, number } }),
  ]),
  ['proof of another form', sent({ proof: proofOf(other.uuid) })],
  ['proof that is too old', sent({ proof: proofOf(form.uuid, 13 * 3_600_000) })],
  ['proof of tomorrow', sent({ proof: proofOf(form.uuid, -86_400_000) })],
  ...[0, -1, 2, 999_999, 1.5, '1', null].map((version): [string, unknown] => [
    `version ${version}`,
    sent({ version }),
  ]),
  ...['', 'nowhere', '../forms', '%2e%2e', 'a'.repeat(81), null, 1, {}].map((slug): [string, unknown] => [
    `slug ${JSON.stringify(slug).slice(0, 20)}`,
    sent({ slug }),
  ]),
  ...['', 'key', null, 1, '00000000-0000-0000-0000-00000000000g'].map((key): [string, unknown] => [
    `key ${key}`,
    sent({ key }),
  ]),
  ...['', 'xx', 'EN', null, ['en']].map((language): [string, unknown] => [
    `language ${JSON.stringify(language)}`,
    sent({ language }),
  ]),
  ...['file of another form', 'file of another field'].map((what, index): [string, unknown] => [
    what,
    sent({ answers: { file: [Object.values(foreign)[index]] } }),
  ]),
  ...[randomUUID(), '../../secret', "'; drop table form_files; --", ''].map((id): [string, unknown] => [
    `file ${id}`,
    sent({ answers: { file: [id] } }),
  ]),
  ['website', sent({ website: 5 })],
  ['account', sent({ accountUuid: randomUUID() })],
  ['identity', sent({ identity: 'signed' })],
  ['source', sent({ source: 'chat' })],
  ...BODIES.map((body): [string, unknown] => [`body ${body.slice(0, 12)}`, body]),
];

/** Words that would do harm where they are taken for anything else than words. */
const WORDS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  `$${'{7*7}'}`,
  "'; drop table forms; --",
  '=HYPERLINK("https://evil.example")',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '__proto__',
  '\u202egnp.exe',
  '🧨👩‍👩‍👧‍👦',
  'a\u0301\u0301\u0301',
  '%00%0d%0aSet-Cookie: a=b',
];

describe('300 hostile submissions', () => {
  test('there is a field of every kind, and there are as many', () => {
    expect(new Set(definition.pages[0]?.fields.map(({ kind }) => kind))).toEqual(new Set(FORM_FIELD_KINDS));
    expect(refusals().length + WORDS.length).toBeGreaterThanOrEqual(300);
  });

  test('what is wrong is refused with a reason, and nothing of it is kept', async () => {
    const wrong: string[] = [];
    for (const [name, body] of refusals()) {
      const { status, body: problem } = await post(body);
      const isRefused = status >= 400 && status < 500 && typeof Object(problem).code === 'string';
      if (!isRefused) wrong.push(`${name}: ${status}`);
    }
    expect(wrong).toEqual([]);
    expect(await submitted()).toEqual([]);
    expect((await person.call(listCustomers)).items).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('words are kept as the words they are', async () => {
    for (const text of WORDS) expect((await post(filled(form, { text, long: text }))).status).toBe(201);
    const kept = (await submitted()).map(({ answers }) => answers);
    expect(kept.map(({ text }) => text).sort()).toEqual([...WORDS].sort());
  });

  test('a link that somebody made up says nothing of anybody', async () => {
    for (const t of TOKENS.filter((token) => token.length <= 1_000))
      expect((await post(filled(form, { long: t }, { t }))).status).toBe(201);
    const made = (await submitted()).filter(({ answers }) => answers.text === undefined);
    expect(new Set(made.map(({ identity, customer }) => `${identity} ${customer}`))).toEqual(
      new Set(['none null']),
    );
  });

  test('a proof that was used is good for nothing else', async () => {
    const body = filled(form, { long: 'once' });
    expect((await post(body)).status).toBe(201);
    const again = await post({ ...body, key: randomUUID() });
    expect(again).toMatchObject({ status: 400, body: { errors: [{ code: 'used' }] } });
  });
});
