import { UserId } from '@hanasu/contract/ids';
import { expect, test } from 'vitest';
import { createRecoveryCodes, isRecoveryCode } from './recovery-codes.ts';

const codes = createRecoveryCodes('the secret of these tests');
const someone = UserId.parse('0197a1b2-0000-7000-8000-000000000001');
const other = UserId.parse('0197a1b2-0000-7000-8000-000000000002');

test('ten different codes without letters that look like others', () => {
  const made = codes.create();
  expect(new Set(made).size).toBe(10);
  for (const code of made) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/);
});

test.each([
  '10kq-7rvt-0zh1',
  '10KQ-7RVT-0ZH1',
  '10kq7rvt0zh1',
  ' lokq 7rvt ozhi ',
  '１０ｋｑ－７ｒｖｔ－０ｚｈ１',
])('%s is the same code however it is typed', (typed) => {
  expect(isRecoveryCode(typed)).toBe(true);
  expect(codes.hash(someone, typed)).toEqual(codes.hash(someone, '10kq-7rvt-0zh1'));
});

test('a hash is one person’s under one key', () => {
  const hash = codes.hash(someone, '10kq-7rvt-0zh1');
  expect(codes.hash(other, '10kq-7rvt-0zh1')).not.toEqual(hash);
  expect(createRecoveryCodes('another secret').hash(someone, '10kq-7rvt-0zh1')).not.toEqual(hash);
});

test('six digits are no recovery code', () => {
  expect(isRecoveryCode('123 456')).toBe(false);
});
