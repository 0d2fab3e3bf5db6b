import { ConnectLineInput, connectLine } from '@hanasu/contract/channels';
import { call } from '../../../../shell/api/api-client.ts';
import type { Guide } from '../guide.ts';

const { channelId, channelSecret, channelAccessToken, assertionKey } = ConnectLineInput.shape;

/** Two values to copy; the webhook is set for the person, two switches that no API can set are left. */
export const guide: Guide = {
  steps: [
    {
      kind: 'instructions',
      name: 'open',
      items: [
        { name: 'account', link: { href: 'https://manager.line.biz/', name: 'manager' } },
        { name: 'messagingApi' },
        { name: 'console', link: { href: 'https://developers.line.biz/console/', name: 'console' } },
      ],
    },
    {
      kind: 'fields',
      name: 'copy',
      fields: [
        {
          name: 'channelId',
          rule: channelId,
          placeholder: '1234567890',
          isNumeric: true,
          place: { tab: 'basic', at: 'top' },
        },
        { name: 'channelSecret', rule: channelSecret, place: { tab: 'basic', at: 'middle' } },
      ],
      choice: [
        { name: 'automatic' },
        {
          name: 'token',
          field: {
            name: 'channelAccessToken',
            rule: channelAccessToken,
            place: { tab: 'api', at: 'bottom' },
          },
        },
        { name: 'key', field: { name: 'assertionKey', rule: assertionKey } },
      ],
    },
    { kind: 'answerer' },
    {
      kind: 'reminders',
      name: 'after',
      items: [{ name: 'useWebhook', place: { tab: 'api', at: 'middle' } }, { name: 'autoReply' }],
    },
  ],
  connect: async ({ input, ...values }) => {
    const channel = await call(connectLine, { body: ConnectLineInput.parse({ ...values, ...input }) });
    return { kind: 'connected', channel };
  },
};
