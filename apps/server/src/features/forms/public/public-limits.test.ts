import { randomUUID } from 'node:crypto';
import { findFormPlace, getPublicForm, submitForm } from '@hanasu/contract/form-submissions';
import { changeForm, type FormWithDraft } from '@hanasu/contract/forms';
import { localMoment } from '@hanasu/contract/open-hours';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tryKey } from '../../../platform/database/consume-allowance.ts';
import {
  formOf,
  type SignedIn,
  shareTestServer,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { senderOf } from '../submissions/limits.ts';
import { addForm, definitionOf, filled, proofOf, setProof, text } from '../testing/forms.fixture.ts';
import { bitsFor } from './form-tokens.ts';

let server: TestServer;
let person: SignedIn;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await server.register();
});

const ADDRESS = '127.0.0.1';
const send = (body: ReturnType<typeof filled>) => server.anonymous.call(submitForm, { body });
const refused = (body: ReturnType<typeof filled>) => server.anonymous.refused(submitForm, { body });
const pageOf = ({ slug }: FormWithDraft) => server.anonymous.call(getPublicForm, { params: { slug } });
/** Submissions that have come already. */
const addSubmissions = (form: FormWithDraft, count: number) =>
  server.sql(
    `insert into form_submissions (account_id, id, form_id, version, key, answers, language, source, identity, fingerprint)
     select $1, gen_random_uuid(), $2, 1, gen_random_uuid(), '{}', 'en', 'page', 'none', '' from generate_series(1, $3)`,
    [person.user.account.uuid, form.uuid, count],
  );

describe('slots', () => {
  const HOUR_MS = 3_600_000;
  /** As slots are written: the local time of the account. */
  const slotAt = (zone: string, at: number): string => {
    const { day, minute } = localMoment(zone, new Date(at));
    return `${day}T${new Date(minute * 60_000).toISOString().slice(11, 16)}`;
  };

  test('that are over in the account’s time zone are neither offered nor taken', async () => {
    await server.sql("update accounts set time_zone = 'Asia/Tokyo' where id = $1", [
      person.user.account.uuid,
    ]);
    const over = slotAt('Asia/Tokyo', Date.now() - HOUR_MS);
    const next = slotAt('Asia/Tokyo', Date.now() + HOUR_MS);
    const slots = [over, next].map((at) => ({ at, places: 1 }));
    const form = await addForm(
      person,
      definitionOf({ kind: 'slot', key: 'when', label: { en: 'When' }, slots }),
    );
    const page = await pageOf(form);
    expect(page.now > over && page.now < next).toBe(true);
    expect(page.taken).toEqual([]);
    expect((await refused(filled(form, { when: over }))).errors).toMatchObject([
      { path: 'body.answers.when', code: 'slotOver' },
    ]);
    await send(filled(form, { when: next }));
    expect((await refused(filled(form, { when: next }))).errors).toMatchObject([{ code: 'slotTaken' }]);
  });
});

describe('uploads', () => {
  const form = () =>
    addForm(person, definitionOf({ kind: 'file', key: 'photo', label: { en: 'Photo' }, max: 5 }));
  const upload = (of: FormWithDraft, proof = proofOf(of.uuid)) => {
    const body = formOf('file', Buffer.from('%PDF-1.7\n%%EOF\n'), 'plan.pdf');
    body.set('field', 'photo');
    return server.anonymous.raw('POST', `/api/public/form/${of.slug}/file`, { body: setProof(body, proof) });
  };
  const addWaiting = (of: FormWithDraft, { count, sender = 'other', bytes = 1, hours = 0 }: Waiting) =>
    server.sql(
      `insert into form_files (account_id, id, form_id, field, storage_key, name, type, bytes, sender, created_at)
       select $1, gen_random_uuid(), $2, 'photo', 'gone/' || gen_random_uuid(), 'a', 'application/pdf', $4, $5,
         now() - make_interval(hours => $6) from generate_series(1, $3)`,
      [person.user.account.uuid, of.uuid, count, bytes, sender, hours],
    );
  interface Waiting {
    readonly count: number;
    readonly sender?: string;
    readonly bytes?: number;
    readonly hours?: number;
  }

  test('need a challenge that is solved', async () => {
    const of = await form();
    const { token, number } = proofOf(of.uuid);
    expect((await upload(of, { token, number: number + 1 })).body).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'body.token' }],
    });
    expect((await upload(of, { token, number })).status).toBe(201);
  });

  test('of one network wait in a bounded number, whatever others have sent', async () => {
    const of = await form();
    await addWaiting(of, { count: 60 });
    expect((await upload(of)).status).toBe(201);
    await addWaiting(of, { count: 49, sender: senderOf(ADDRESS) });
    expect(await upload(of)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    await server.sql(
      'update form_files set submission_id = null, talk_id = gen_random_uuid() where sender = $1',
      [senderOf(ADDRESS)],
    );
    expect((await upload(of)).status).toBe(201);
  });

  test('leave most of the account’s storage to what is kept', async () => {
    const of = await form();
    const gigabyte = 1_000_000_000;
    await addWaiting(of, { count: 2, bytes: gigabyte });
    expect(await upload(of)).toMatchObject({ body: { code: 'storage_quota_reached' } });
  });
});

describe('submissions', () => {
  const contact = (settings = {}) =>
    addForm(
      person,
      definitionOf(
        text('name', { mapTo: { fact: 'displayName' } }),
        { kind: 'phone', key: 'phone', label: { en: 'Phone' }, mapTo: { fact: 'phone' } },
        { kind: 'email', key: 'mail', label: { en: 'Mail' }, mapTo: { fact: 'email' } },
      ),
      settings,
    );

  test('of one network are bounded by the hour, for each form', async () => {
    const [form, other] = [await contact(), await contact()];
    await server.sql('insert into failed_tries (key, failures, last_at) values ($1, 120, now())', [
      tryKey('form-submissions', form.uuid, ADDRESS),
    ]);
    const answer = await server.anonymous.raw('POST', '/api/form-submitted', {
      body: filled(form, { name: 'A' }),
    });
    expect(answer).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_000);
    await send(filled(other, { name: 'A' }));
  });

  test('cost more work when many come, and pages that were opened before do it again', async () => {
    expect([0, 100, 101, 200, 201, 800, 100_000].map(bitsFor)).toEqual([16, 16, 17, 17, 18, 19, 20]);
    const form = await contact();
    expect((await pageOf(form)).challenge.bits).toBe(16);
    await addSubmissions(form, 250);
    expect((await pageOf(form)).challenge.bits).toBe(18);
    const answers = { name: 'Hana' };
    expect((await refused(filled(form, answers))).errors).toMatchObject([
      { path: 'body.proof', code: 'expired' },
    ]);
    await send(filled(form, answers, { proof: proofOf(form.uuid, 0, 17) }));
  });

  test('of a closed form are refused before their work is looked at', async () => {
    const form = await contact();
    const proof = { token: 'made.up', number: 0 };
    expect((await refused(filled(form, {}, { proof }))).code).toBe('validation_failed');
    await person.call(changeForm, { params: { uuid: form.uuid }, body: { closed: true } });
    expect((await refused(filled(form, {}, { proof }))).code).toBe('not_found');
  });

  test('per person count people by the phone or e-mail that they give, however it is written', async () => {
    await server.sql("update accounts set time_zone = 'Asia/Tokyo' where id = $1", [
      person.user.account.uuid,
    ]);
    const form = await contact({ perPerson: 1 });
    await send(filled(form, { name: 'Hana', phone: '090-1111-2222' }));
    const codeOf = async (answers: Parameters<typeof filled>[1]) =>
      (await refused(filled(form, answers))).code;
    expect(await codeOf({ name: 'Someone', phone: '+81 90 1111 2222' })).toBe('form_answered');
    expect(await codeOf({ name: 'Hana', phone: '０９０１１１１２２２２' })).toBe('form_answered');
    await send(filled(form, { name: 'Mai', phone: '090-3333-4444', mail: 'mai@example.com' }));
    expect(await codeOf({ mail: 'MAI@example.com' })).toBe('form_answered');
    await send(filled(form, { name: 'No contact' }));
    await send(filled(form, { name: 'No contact' }));
  });

  test('of a busy hour are one notice, and those of a quiet one are one each', async () => {
    const form = await contact();
    const notices = () =>
      server.sql<{ path: string }>(
        `select distinct key, path from notifications where account_id = $1 and event = 'form_submitted'`,
        [person.user.account.uuid],
      );
    await send(filled(form, { name: 'One' }));
    await send(filled(form, { name: 'Two' }));
    expect(await notices()).toHaveLength(2);
    await addSubmissions(form, 20);
    // The next window may begin between two of them.
    for (let count = 0; count < 4; count += 1) await send(filled(form, { name: `Flood ${count}` }));
    const busy = (await notices()).filter(({ path }) => !path.includes('submission='));
    expect(busy.length).toBeGreaterThan(0);
    expect(busy.length).toBeLessThanOrEqual(2);
  });
});

test('postal codes are looked up so many times a minute', async () => {
  const own = await startTestServer({ RATE_LIMIT_AUTH: '60', RATE_LIMIT_API: '0' });
  const owner = await own.register();
  const form = await addForm(owner, definitionOf(text('name')));
  const params = { slug: form.slug, postalCode: '5300001' };
  for (let count = 0; count < 30; count += 1) await own.anonymous.call(findFormPlace, { params });
  expect((await own.anonymous.refused(findFormPlace, { params })).code).toBe('rate_limited');
  await own.stop();
});

describe('the page', () => {
  const consent = {
    kind: 'consent',
    key: 'ok',
    label: { en: 'Privacy' },
    text: { en: 'I agree that {{shop}} uses my details.' },
  } as const;

  test('says whose it is: the account, until the settings name the shop', async () => {
    const form = await addForm(person, definitionOf(consent));
    const { shop } = await pageOf(form);
    expect(shop).toEqual({
      name: person.user.account.name,
      color: null,
      privacyUrl: null,
      logoUrl: null,
    });
    const named = {
      name: 'Salon “Camellia”',
      color: '#7a1f3d',
      privacyUrl: 'https://camellia.example/privacy',
    };
    const body = { settings: { ...form.settings, shop: named } };
    await person.call(changeForm, { params: { uuid: form.uuid }, body });
    const page = await pageOf(form);
    expect(page.shop).toEqual({ ...named, logoUrl: null });
    expect(page.definition.pages[0]?.fields[0]).toMatchObject({
      text: { en: 'I agree that Salon “Camellia” uses my details.' },
    });
  });

  test('is the account’s for forms that were made before shops had a name', async () => {
    const form = await addForm(person, definitionOf(consent));
    await server.sql("update forms set settings = settings - 'shop' where id = $1", [form.uuid]);
    expect((await pageOf(form)).shop.name).toBe(person.user.account.name);
    const uuid = randomUUID();
    expect((await send(filled(form, {}, { key: uuid }))).uuid).toBeTruthy();
  });
});
