import { DEFAULT_CHANNEL_SETTINGS } from '@hanasu/contract/channel-settings';
import { customerWords } from '@hanasu/contract/customer-words/customer-words';
import { describe, expect, test } from 'vitest';
import { languageFor, readQuickReplyAction, readScore } from './customer-texts.ts';
import { type Answering, messageOptions } from './present-answer.ts';

const everything = {
  replyToken: true,
  typing: true,
  profile: true,
  sandbox: true,
  followers: true,
  quota: true,
  quoting: 'token' as const,
  readMarks: true,
  senderIdentity: true,
  quickReplies: true,
  groups: true,
  sharedPersonIds: false,
  idempotentSend: true,
  setsWebhook: true,
  acceptsUnsigned: false,
  sends: [],
};
const settings = {
  ...DEFAULT_CHANNEL_SETTINGS,
  handover: { ...DEFAULT_CHANNEL_SETTINGS.handover, offer: true },
  look: { quoteQuestion: true, showSender: true, suggestQuestions: true, markRead: true },
};
const answering: Answering = {
  settings,
  capabilities: everything,
  words: customerWords('ja'),
  botName: 'Clerk',
  suggestedQuestions: ['Are you open on Sunday mornings?', '駐車場は？', 'Menu?', 'Wi-Fi?', 'Pets?'],
  asked: ['ＭＥＮＵ?'],
  wantsPerson: false,
  newest: { quoteToken: 'token', vendorMessageId: 'id' },
};

test('an answer offers questions that were not asked yet, and a person', () => {
  expect(messageOptions(answering)).toEqual({
    quickReplies: [
      { label: 'Are you open on Sun…', text: 'Are you open on Sunday mornings?' },
      { label: '駐車場は？', text: '駐車場は？' },
      { label: 'Wi-Fi?', text: 'Wi-Fi?' },
      { label: '担当者と話す', text: '担当者と話す', data: 'handover' },
    ],
    sender: { name: 'Clerk', iconUrl: null },
    quote: 'token',
  });
});

test('a person who is wanted already is not offered; what a channel can’t show is left out', () => {
  expect(messageOptions({ ...answering, wantsPerson: true }).quickReplies).toHaveLength(3);
  const capabilities = { ...everything, quickReplies: false, senderIdentity: false, quoting: 'id' as const };
  expect(messageOptions({ ...answering, capabilities })).toEqual({
    quickReplies: [],
    sender: null,
    quote: 'id',
  });
  expect(messageOptions({ ...answering, settings: DEFAULT_CHANNEL_SETTINGS })).toMatchObject({
    sender: null,
    quote: null,
  });
});

describe('a tap', () => {
  test.each([
    ['handover', { kind: 'handover' }],
    ['give-back', { kind: 'give-back' }],
    ['satisfaction:4', { kind: 'satisfaction', score: 4, askedAt: null }],
    ['satisfaction:4:1a', { kind: 'satisfaction', score: 4, askedAt: 46_000 }],
    ['satisfaction:4:', null],
    ['satisfaction:6', null],
    ['feedback:down', { kind: 'feedback', mood: 'down' }],
    ['anything', null],
    [null, null],
  ])('%s', (data, expected) => {
    expect(readQuickReplyAction(data)).toEqual(expected);
  });
  test.each([
    ['５', 5],
    [' 1 ', 1],
    ['0', null],
    ['12', null],
    ['3 pieces', null],
  ])('the score in “%s” is %s', (text, expected) => {
    expect(readScore(text)).toBe(expected);
  });
});

test('the channel’s language decides, or else what the customer writes, or else their profile', () => {
  expect(languageFor({ language: 'vi' }, ['営業時間は？'], 'ja')).toBe('vi');
  expect(languageFor({ language: 'auto' }, ['営業時間は？'], 'en')).toBe('ja');
  expect(languageFor({ language: 'auto' }, ['12345'], 'vi-VN')).toBe('vi');
});

test('a word of every language changes nothing: what they wrote before counts, or the channel’s place', () => {
  const japan = { language: 'auto', timeZone: 'Asia/Tokyo' } as const;
  expect(languageFor(japan, ['OK', 'Phí giao hàng bao nhiêu?'], 'ja')).toBe('vi');
  expect(languageFor(japan, ['PayPay?'], 'ko')).toBe('ja');
  expect(languageFor({ language: 'auto' }, ['Wifi'], null)).toBe('en');
});
