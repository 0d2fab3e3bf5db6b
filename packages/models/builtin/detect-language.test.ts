import { describe, expect, test } from 'vitest';
import { clearLanguage, detectLanguage, guessLanguage } from './detect-language.ts';

const table = {
  en: [
    'What are your opening hours?',
    'How do I reset my password',
    'refund policy',
    'the can man in to do',
    'ship to Hanoi?',
    'do you have a café menu',
    'What does お願いします mean?',
    'Do you have phở?',
    'where is my order',
    'opening hours',
    'HOW MUCH IS IT',
  ],
  ja: [
    '営業時間は？',
    'LINE Messaging APIの設定',
    '返品',
    'パスワードを忘れました',
    'Wi-Fiのパスワードは？',
    'ｶｰﾄﾞは使えますか',
    '東京本社 住所',
    'iPhone 15 Pro Maxの在庫はありますか',
  ],
  vi: [
    'Mấy giờ mở cửa?',
    'Phí giao hàng bao nhiêu?',
    'may gio mo cua',
    'doi tra trong bao lau',
    'giao hang o dau',
    'phi ship bao nhieu',
    'cho minh hoi gia',
    'quen mat khau thi lam sao',
    'con hang khong',
    'hoan tien',
    'bao hanh may thang',
    'Mâ\u0301y giờ mở cửa',
    'shop oi con size M khong',
  ],
} as const;

describe.each(Object.entries(table))('%s', (language, texts) => {
  test.each(texts)('%s', (text) => {
    expect(detectLanguage(text, language === 'en' ? 'ja' : 'en')).toBe(language);
  });
});

test.each(['123', '🙂', '???', '', '2024-05-01'])('nothing to tell by in "%s": the fallback', (text) => {
  expect(detectLanguage(text, 'vi')).toBe('vi');
  expect(detectLanguage(text, 'ja')).toBe('ja');
  expect(detectLanguage(text)).toBe('en');
});

test.each([
  'OK',
  'ok shop',
  '2',
  '？',
  '090-1234-5678',
  'PayPay?',
  'Wifi',
  'iPhone 15 Pro Max',
  'HELLO',
  'Thanks!',
  'menu',
  'gia?',
])('"%s" is written in every language: the fallback', (text) => {
  expect(clearLanguage(text)).toBeNull();
  for (const fallback of ['en', 'ja', 'vi'] as const) expect(detectLanguage(text, fallback)).toBe(fallback);
});

test('the language of a document is guessed from what there is', () => {
  expect(guessLanguage('Coffee', 'ja')).toBe('en');
  expect(guessLanguage('menu', 'vi')).toBe('en');
  expect(guessLanguage('12:00', 'vi')).toBe('vi');
});
