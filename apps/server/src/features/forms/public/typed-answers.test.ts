import { listDuplicates } from '@hanasu/contract/customer-merges';
import { createCustomer, listCustomers } from '@hanasu/contract/customers';
import { getSubmission, submitForm } from '@hanasu/contract/form-submissions';
import { changeAccount } from '@hanasu/contract/team';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addForm, definitionOf, filled, text } from '../testing/forms.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

/** baserproject/basercms#3275: the long vowel and other lines that Japanese keyboards give for a hyphen. */
test('a number typed with an input method is kept as typed, and is the number that a customer has', async () => {
  const person = await server.register();
  await person.call(changeAccount, { body: { timeZone: 'Asia/Tokyo' } });
  const known = await person.call(createCustomer, {
    body: { displayName: '花田 葉子', phones: ['+819012345678'] },
  });
  const form = await addForm(
    person,
    definitionOf(text('name', { mapTo: { fact: 'displayName' } }), {
      kind: 'phone',
      key: 'phone',
      label: { en: 'Phone' },
      mapTo: { fact: 'phone' },
    }),
  );
  const typed = '０９０ー１２３４ー５６７８';
  const { uuid } = await server.anonymous.call(submitForm, {
    body: filled(form, { name: '花田', phone: typed }),
  });
  const { answers, customer } = await person.call(getSubmission, { params: { uuid } });
  expect(answers.phone).toBe(typed);
  const { items } = await person.call(listCustomers);
  expect(items.find((one) => one.uuid === customer?.uuid)?.phones).toEqual([
    { value: typed, normal: '+819012345678' },
  ]);
  const { items: pairs } = await person.call(listDuplicates, { query: { customerUuid: known.uuid } });
  expect(pairs).toHaveLength(1);
});
