import { afterAll, describe, expect, test } from 'vitest';
import { createPasswordStrength } from './password-strength.ts';

const strength = createPasswordStrength();
afterAll(() => strength.close());

const hanako = { username: 'hanako-yamada', email: 'flower.shop@example.com' };
const isRefused = (password: string): Promise<boolean> =>
  strength.refuseCommon(password, hanako).then(
    () => false,
    () => true,
  );

test('the refusal names the field', async () => {
  await expect(strength.refuseCommon('password', hanako)).rejects.toMatchObject({
    code: 'password_too_common',
    errors: [{ path: 'body.password', code: 'password_too_common' }],
  });
});

describe('easy to guess', () => {
  test.each([
    'password',
    'P@ssw0rd',
    'drowssap',
    '12345678',
    'qwertyuiop',
    'aaaaaaaaaaaaaaaaaaaa',
    'iloveyou!',
    'matkhau1',
    'sakura123',
    'Hanasu2026',
    'hanako-yamada',
    'Hanako1!',
    'flower.shop',
    'letmein123',
  ])('%s', async (password) => {
    expect(await isRefused(password)).toBe(true);
  });
});

describe('good enough', () => {
  test.each([
    'correct horse',
    'long enough',
    'giraffe umbrella',
    'Tr0ub4dor&3',
    'いつも庭の花に水をやる',
    'mèo nhà tôi thích ngủ',
    'q7#Lx0vR',
    'x'.repeat(3) + '#fjW9-2kd'.repeat(20),
  ])('%s', async (password) => {
    expect(await isRefused(password)).toBe(false);
  });
});
