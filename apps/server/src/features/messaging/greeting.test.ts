import { DEFAULT_CHANNEL_SETTINGS } from '@hanasu/contract/channel-settings';
import { expect, test } from 'vitest';
import { greetingOf } from './inbound-batch.ts';

test('the greeting is the bot’s, an own one, or none', () => {
  const bot = { greeting: 'Hello from {{shop}}', variables: [{ name: 'shop', value: 'Hana' }] };
  const greet = (from: 'bot' | 'own' | 'none') =>
    greetingOf({ greeting: { from, text: ' Xin chào {{shop}} ' } }, bot);
  expect([greet('bot'), greet('own'), greet('none')]).toEqual(['Hello from Hana', 'Xin chào Hana', '']);
  expect(greetingOf(DEFAULT_CHANNEL_SETTINGS, { greeting: null, variables: null })).toBe('');
});
