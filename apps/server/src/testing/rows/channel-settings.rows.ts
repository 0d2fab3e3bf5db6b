import * as contract from '@hanasu/contract/channel-settings';
import { type EndpointRow, row, wrongBodies } from './row.ts';

const settings = contract.DEFAULT_CHANNEL_SETTINGS;
const keyword = {
  id: '6f1f5a2e-0f3b-4d52-9a55-0f7f5b0b2c11',
  enabled: true,
  match: 'pattern' as const,
  words: ['(?=a)'],
  reply: 'Hello',
  wantsPerson: false,
};

export const CHANNEL_SETTINGS_ROWS: readonly EndpointRow[] = [
  row(contract.getChannelSettings, (world) => ({ params: { uuid: world.channel.uuid } })),
  row(
    contract.updateChannelSettings,
    (world) => ({ params: { uuid: world.channel.uuid }, body: settings }),
    wrongBodies({
      batchingDelay: { ...settings, batchingDelay: 30_001 },
      'hours.0.from': { ...settings, hours: [{ day: 1, from: '25:00', until: '18:00' }] },
      'keywords.0.words': { ...settings, keywords: [{ ...keyword, words: [] }] },
      'days.0.day': { ...settings, days: [{ day: 'tomorrow', name: '', closed: true }] },
      language: { ...settings, language: 'fr' },
    }),
  ),
  row(
    contract.copyChannelSettings,
    async (world) => ({
      params: { uuid: world.channel.uuid },
      body: { channelUuids: [await world.newChannel()] },
    }),
    wrongBodies({ channelUuids: { channelUuids: [] } }),
  ),
  row(
    contract.tryChannelSettings,
    (world) => ({
      params: { uuid: world.channel.uuid },
      body: { settings, text: 'Are you open?', at: '2026-11-22T10:00:00+09:00' },
    }),
    wrongBodies({ at: { settings, text: '', at: 'noon' } }),
  ),
  row(contract.listHolidays, () => ({ query: { calendar: 'ja' as const, year: 2026 } }), [
    { query: { calendar: 'fr', year: 2026 }, path: 'query.calendar' },
    { query: { calendar: 'ja', year: 2050 }, path: 'query.year' },
  ]),
];
