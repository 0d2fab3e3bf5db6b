// @vitest-environment jsdom
import { FormDefinition } from '@hanasu/contract/form-definition';
import type { PublicForm } from '@hanasu/contract/form-submissions';
import { expect, test } from 'vitest';
import { createDraftStorage, createFilling, type FillingOptions } from './filling.ts';
import { problemsOf, shownPages } from './filling-state.ts';
import { FormApiError, type Submission } from './form-api.ts';

const label = { en: 'Question' };
const definition = FormDefinition.parse({
  languages: ['en'],
  title: label,
  pages: [
    { fields: [{ kind: 'text', key: 'name', label, required: true }] },
    {
      fields: [
        {
          kind: 'text',
          key: 'why',
          label,
          showIf: {
            kind: 'and',
            items: [{ kind: 'answer', field: 'name', test: { op: 'is', text: 'Hana' } }],
          },
        },
      ],
    },
    {
      fields: [
        { kind: 'slot', key: 'at', label, slots: [{ at: '2026-12-01T10:00' }, { at: '2026-12-01T11:00' }] },
        { kind: 'hidden', key: 'source', label, param: 'from' },
        { kind: 'file', key: 'photo', label, max: 2 },
      ],
    },
  ],
});
const FORM: PublicForm = {
  state: 'open',
  version: 2,
  shop: { name: 'Camellia', color: null, privacyUrl: null, logoUrl: null },
  definition,
  person: null,
  taken: [],
  challenge: { salt: 'salt', bits: 2, token: 'first' },
  today: '2026-11-23',
  now: '2026-11-23T09:00',
};

let forms = 0;
/** Each call of `send` meets the next of these; null: it is taken. */
function open(given: Partial<FillingOptions> = {}, answers: (FormApiError | null)[] = []) {
  forms += 1;
  const slug = given.slug ?? `form-${forms}`;
  const sent: Submission[] = [];
  let keys = 0;
  const options: FillingOptions = {
    api: {
      load: async () => ({ ...FORM, challenge: { ...FORM.challenge, token: 'fresh' } }),
      send: async (body) => {
        sent.push(body);
        const error = answers.shift() ?? null;
        if (error) throw error;
      },
    },
    form: FORM,
    slug,
    t: null,
    inApp: null,
    owner: given.t ?? null,
    params: new URLSearchParams(),
    language: () => 'en',
    storage: createDraftStorage(slug, () => 0),
    wait: async () => undefined,
    newKey: () => {
      keys += 1;
      return `00000000-0000-4000-8000-00000000000${keys}`;
    },
    now: () => 0,
    ...given,
  };
  const filling = createFilling(options);
  return { filling, sent, options };
}

const until = async (filling: ReturnType<typeof createFilling>, phase: string): Promise<void> => {
  await expect.poll(() => filling.state().phase).toBe(phase);
};
const offline = () => new FormApiError(0);
const refusedBy = (path: string, code: string) =>
  new FormApiError(400, { code: 'validation_failed', errors: [{ path, code }] });

test('a page with a problem is not left, and nobody is corrected before', () => {
  const { filling } = open();
  expect(filling.state().checked.size).toBe(0);
  expect(filling.next()).toBe(false);
  expect([...filling.state().checked]).toEqual(['name']);
  filling.answer('name', 'Kaori');
  expect(filling.next()).toBe(true);
});

test('pages that ask nothing are passed over', () => {
  const { filling } = open();
  filling.answer('name', 'Kaori');
  expect(shownPages(filling.state())).toEqual([0, 2]);
  filling.next();
  expect(filling.state().page).toBe(2);
  filling.show(0);
  filling.answer('name', 'Hana');
  filling.next();
  expect(filling.state().page).toBe(1);
});

test('what was typed is there after a reload, on the page where it was left', () => {
  const first = open();
  first.filling.answer('name', 'Kaori');
  first.filling.next();
  const { filling } = open({ slug: first.options.slug });
  expect(filling.state()).toMatchObject({ answers: { name: 'Kaori' }, page: 2 });
});

test('an answer to an earlier version of a question is dropped where it no longer fits', () => {
  const first = open();
  first.filling.answer('name', 'Kaori');
  first.filling.answer('at', '2026-12-01T10:00');
  const pages = [{ title: {}, fields: definition.pages.flatMap(({ fields }) => fields) }];
  const slot = definition.pages[2]?.fields[0];
  const changed = slot?.kind === 'slot' ? { ...slot, slots: slot.slots.slice(1) } : slot;
  const fields = (pages[0]?.fields ?? []).map((field) => (field.key === 'at' && changed ? changed : field));
  const form = { ...FORM, version: 3, definition: { ...definition, pages: [{ title: {}, fields }] } };
  expect(open({ slug: first.options.slug, form }).filling.state().answers).toEqual({ name: 'Kaori' });
});

test('without a network it is tried again, each time under the same key', async () => {
  const { filling, sent } = open({ params: new URLSearchParams('from=mail') }, [offline(), offline(), null]);
  filling.answer('name', 'Kaori');
  expect(await filling.send()).toBe(true);
  await until(filling, 'sent');
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(sent[2]).toMatchObject({
    version: 2,
    answers: { name: 'Kaori', source: 'mail' },
    proof: { token: 'first' },
  });
});

test('what was being sent when the page was closed is sent by the next one, under the same key', async () => {
  const first = open({ wait: () => new Promise(() => undefined), now: () => 10_000 }, [offline()]);
  first.filling.answer('name', 'Kaori');
  // Waits for its challenge to be old enough, and never goes on.
  void first.filling.send();
  const { filling, sent } = open({ slug: first.options.slug });
  expect(filling.state().phase).toBe('sending');
  filling.resume();
  await until(filling, 'sent');
  expect(sent).toMatchObject([{ answers: { name: 'Kaori' }, key: '00000000-0000-4000-8000-000000000001' }]);
  // The next reload thanks, and sends nothing.
  const again = open({ slug: first.options.slug });
  again.filling.resume();
  expect(again.filling.state().phase).toBe('sent');
  expect(again.sent).toEqual([]);
});

test('a challenge that is no longer taken is solved anew once; then it is said', async () => {
  const refused = () => refusedBy('body.proof', 'expired');
  const { filling, sent } = open({}, [refused(), null]);
  filling.answer('name', 'Kaori');
  void filling.send();
  await until(filling, 'sent');
  expect(sent.map(({ proof }) => proof.token)).toEqual(['first', 'fresh']);

  const other = open({}, [refused(), refused()]);
  other.filling.answer('name', 'Kaori');
  void other.filling.send();
  await expect.poll(() => other.filling.state().refusal).toBe('failed');
  expect(other.filling.state()).toMatchObject({ phase: 'filling', answers: { name: 'Kaori' } });
});

test('a place that was taken meanwhile is said beside its question, and all answers stay', async () => {
  const { filling } = open({}, [refusedBy('body.answers.at', 'slotTaken')]);
  filling.answer('name', 'Kaori');
  filling.answer('at', '2026-12-01T10:00');
  void filling.send();
  await expect.poll(() => problemsOf(filling.state())).toEqual({ at: 'slotTaken' });
  expect(filling.state()).toMatchObject({ phase: 'filling', page: 2, answers: { name: 'Kaori' } });
  filling.answer('at', '2026-12-01T11:00');
  expect(problemsOf(filling.state())).toEqual({});
});

test('a slot that is over can not be sent, and one that was chosen before says so', async () => {
  const { filling } = open({ form: { ...FORM, now: '2026-12-01T10:30' } });
  filling.answer('name', 'Kaori');
  filling.answer('at', '2026-12-01T10:00');
  expect(problemsOf(filling.state())).toEqual({ at: 'slotOver' });
  expect(await filling.send()).toBe(false);
  filling.answer('at', '2026-12-01T11:00');
  expect(await filling.send()).toBe(true);
  const other = open({}, [refusedBy('body.answers.at', 'slotOver')]);
  other.filling.answer('name', 'Kaori');
  void other.filling.send();
  await expect.poll(() => problemsOf(other.filling.state())).toEqual({ at: 'slotOver' });
});

test('a short pause of the server is waited for; a long one is said, and the answers stay', async () => {
  const busy = (retryAfter: number) => new FormApiError(429, { code: 'rate_limited', retryAfter });
  const { filling, sent } = open({}, [busy(20), busy(3_000), null]);
  filling.answer('name', 'Kaori');
  void filling.send();
  await expect.poll(() => filling.state().refusal).toBe('busy');
  expect(filling.state()).toMatchObject({ phase: 'filling', answers: { name: 'Kaori' } });
  void filling.send();
  await until(filling, 'sent');
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

test('it is sent once the files that were chosen are uploaded', async () => {
  const { filling, sent } = open();
  filling.answer('name', 'Kaori');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  filling.holdFor('photo', promise);
  const sending = filling.send();
  expect(filling.state()).toMatchObject({ phase: 'filling', isAwaitingFiles: true });
  // Pressed again meanwhile, it is sent once.
  expect(await filling.send()).toBe(true);
  expect(sent).toEqual([]);
  filling.addFile('photo', { uuid: 'a', name: 'a.png', type: 'image/png', bytes: 3 } as never);
  resolve(true);
  expect(await sending).toBe(true);
  await until(filling, 'sent');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.answers).toMatchObject({ photo: ['a'] });
});

test('a file that was not uploaded keeps the form from being sent, until it is sent without it', async () => {
  const { filling, sent } = open();
  filling.answer('name', 'Kaori');
  filling.holdFor('photo', Promise.resolve(false));
  expect(await filling.send()).toBe(false);
  expect(filling.state()).toMatchObject({ phase: 'filling', refusal: 'files' });
  expect(await filling.send()).toBe(true);
  await until(filling, 'sent');
  expect(sent).toHaveLength(1);
});

test('files and the form itself share one solved challenge', async () => {
  const { filling, sent } = open();
  const proof = await filling.proof();
  expect(proof.token).toBe('first');
  filling.answer('name', 'Kaori');
  void filling.send();
  await until(filling, 'sent');
  expect(sent[0]?.proof).toEqual(proof);
});

test.each([
  [new FormApiError(404, { code: 'not_found' }), { phase: 'closed', refusal: 'closed' }],
  [new FormApiError(409, { code: 'form_answered' }), { phase: 'filling', refusal: 'answered' }],
])('%s ends the sending: %j', async (error, expected) => {
  const { filling } = open({}, [error]);
  filling.answer('name', 'Kaori');
  void filling.send();
  await expect.poll(() => filling.state()).toMatchObject(expected);
});

test('who is not the person of the link loses what was known of them, and keeps what they typed', async () => {
  const person = { name: 'Kaori', identity: 'link' as const, answers: { name: 'Kaori' } };
  const { filling, sent } = open({ form: { ...FORM, person }, t: 'a-signed-link' });
  expect([...filling.state().known]).toEqual(['name']);
  filling.answer('at', '2026-12-01T10:00');
  filling.forgetPerson();
  expect(filling.state().answers).toEqual({ at: '2026-12-01T10:00' });
  filling.answer('name', 'Mai');
  void filling.send();
  await until(filling, 'sent');
  expect(sent[0]).not.toHaveProperty('t');
});

const IN_APP = { channelUuid: 'a channel', token: 'an ID token' };
const KAORI = { name: 'Kaori', identity: 'signed' as const, answers: { name: 'Kaori' } };

test('what an app says of who it is goes along once, and is never kept on the device', async () => {
  const form = { ...FORM, person: KAORI };
  const kept: unknown[] = [];
  const wait = async () => void kept.push(localStorage.getItem('hanasu:form:in-app:kaori'));
  const options = { form, slug: 'in-app', inApp: IN_APP, owner: 'kaori', wait };
  const { filling, sent } = open({ ...options, storage: createDraftStorage('in-app', () => 0) }, [offline()]);
  expect([...filling.state().known]).toEqual(['name']);
  filling.next();
  expect(await filling.send()).toBe(true);
  await until(filling, 'sent');
  expect(kept.at(-1)).toContain('"sending":{');
  expect(kept.join()).not.toContain(IN_APP.token);
  expect(sent.map(({ inApp }) => inApp)).toEqual([IN_APP, IN_APP]);
  filling.restart();
  expect(filling.state().form.person).toBeNull();
  filling.answer('name', 'Somebody');
  void filling.send();
  await until(filling, 'sent');
  expect(sent[2]?.inApp).toBeUndefined();
});

test('a proof that is refused is said, and the answers can be sent without it', async () => {
  const form = { ...FORM, person: KAORI };
  const { filling, sent } = open({ form, inApp: IN_APP }, [refusedBy('body.inApp', 'expired')]);
  void filling.send();
  await until(filling, 'filling');
  expect(filling.state()).toMatchObject({ refusal: 'unproven', answers: { name: 'Kaori' } });
  expect(filling.state().form.person).toBeNull();
  void filling.send();
  await until(filling, 'sent');
  expect(sent[1]?.inApp).toBeUndefined();
});
