import * as contract from '@hanasu/contract/notify';
import { DEFAULT_NOTIFY } from '@hanasu/contract/notify';
import { type EndpointRow, nothing, row } from './row.ts';

const settings = { ...DEFAULT_NOTIFY, digestMinutes: 0 };

export const NOTIFY_ROWS: readonly EndpointRow[] = [
  row(contract.getNotify, nothing),
  row(contract.updateNotify, () => ({ body: settings }), [
    { path: 'body.digestMinutes', body: { ...settings, digestMinutes: -1 } },
    { path: 'body.narrowedTo.waiting', body: { ...settings, narrowedTo: { waiting: 'vip' } } },
    { path: 'body.webHookUrl', body: { ...settings, webHookUrl: 'ftp://example.com' } },
    {
      path: 'body.quiet.timeZone',
      body: { ...settings, quiet: { from: '22:00', until: '07:00', timeZone: 'Moon/Sea', days: [1] } },
    },
  ]),
  row(contract.linkNotifyChannel, ({ channel }) => ({ body: { channelUuid: channel.uuid } }), [
    { path: 'body.channelUuid', body: { channelUuid: 'none' } },
  ]),
  row(contract.unlinkNotifyChannel, async ({ person, channel }) => {
    await person.call(contract.linkNotifyChannel, { body: { channelUuid: channel.uuid } });
    return { params: { channel: channel.uuid } };
  }),
  row(contract.rotateNotifySecret, nothing),
  row(contract.testNotify, () => ({ body: { way: 'desktop' as const } }), [
    { path: 'body.way', body: { way: 'fax' } },
  ]),
];
