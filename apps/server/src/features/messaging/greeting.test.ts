import type { DEFAULT_CHANNEL_SETTINGS } from '@hanasu/contract/channel-settings';
import { expect, test } from 'vitest';
import { greetingOf } from './greeting.ts';

const BOT = { greeting: 'Hello from {{shop}}', variables: [{ name: 'shop', value: 'Hana' }], tone: null };
const rules = (greeting: (typeof DEFAULT_CHANNEL_SETTINGS)['greeting'], timeZone = 'Europe/Paris') => ({
  greeting,
  language: 'auto' as const,
  timeZone,
});
const friend = (language: string | null) => ({ as: 'friend' as const, language });

test('the greeting is the bot’s, an own one, or none', () => {
  const greet = (from: 'bot' | 'own' | 'none') =>
    greetingOf(rules({ from, text: ' Xin chào {{shop}} ' }), BOT, friend(null));
  expect([greet('bot'), greet('own'), greet('none')]).toEqual(['Hello from Hana', 'Xin chào Hana', '']);
});

test('an own greeting is sent in the friend’s language, or else in the one for all others', () => {
  const own = rules({ from: 'own', text: 'Welcome', texts: { ja: 'ようこそ{{shop}}へ', vi: ' ' } });
  const greet = (language: string | null) => greetingOf(own, BOT, friend(language));
  expect([greet('ja-JP'), greet('vi'), greet(null)]).toEqual(['ようこそHanaへ', 'Welcome', 'Welcome']);
});

test('who speaks another language than the bot’s greeting is greeted in our words', () => {
  const bot = { ...BOT, greeting: 'こんにちは。{{shop}}です。' };
  const greet = (language: string | null, timeZone?: string) =>
    greetingOf(rules({ from: 'bot', text: '' }, timeZone), bot, friend(language));
  expect(greet('ja')).toBe('こんにちは。Hanaです。');
  expect(greet('vi')).toMatch(/^Dạ Hana xin chào anh\/chị/);
  expect(greet(null, 'Asia/Tokyo')).toBe('こんにちは。Hanaです。');
  expect(greet(null)).toBe('こんにちは。Hanaです。');
});

test('a group that has invited the account is told how to ask, and a shop without a name is left out', () => {
  const silent = { greeting: null, variables: null, tone: null };
  const greet = (as: 'group' | 'follower' | 'visitor', language: string) =>
    greetingOf(rules({ from: 'bot', text: '' }), silent, { as, language });
  expect(greet('group', 'ja')).toBe('ご質問の際はメンションしてください。');
  expect(greet('group', 'en')).toBe('Hello. Mention us when you have a question.');
  expect(greet('follower', 'en')).toBe('Thank you for following us! Ask us anything here.');
  expect(greet('visitor', 'ja')).toBe('こんにちは。どのようなご用件でしょうか。');
});
