import { ConnectZaloInput, connectZalo } from '@hanasu/contract/channels';
import { call } from '../../../../shell/api/api-client.ts';
import type { Guide } from '../guide.ts';

/** What the adapter reads something from, by the names of the vendor's console. */
const EVENTS = [
  'user_send_text',
  'user_send_image',
  'user_send_gif',
  'user_send_link',
  'user_send_audio',
  'user_send_video',
  'user_send_sticker',
  'user_send_location',
  'user_send_file',
  'user_send_business_card',
  'anonymous_send_text',
  'anonymous_send_image',
  'anonymous_send_file',
  'anonymous_send_sticker',
  'follow',
  'unfollow',
  'oa_send_text',
  'oa_send_image',
  'oa_send_file',
  'user_received_message',
  'user_seen_message',
  'user_reacted_message',
  'user_submit_info',
  'user_withdraw',
];

const { appId, appSecret, webhookSecret } = ConnectZaloInput.shape;

/** An app on a verified domain, linked with the official account. The owner allows it at the vendor and comes back. */
export const guide: Guide = {
  steps: [
    {
      kind: 'instructions',
      name: 'open',
      items: [
        { name: 'account', link: { href: 'https://oa.zalo.me/', name: 'manager' } },
        { name: 'create', link: { href: 'https://developers.zalo.me/apps', name: 'console' } },
        { name: 'product' },
        { name: 'domain' },
      ],
    },
    { kind: 'callback-address', name: 'callback' },
    {
      kind: 'fields',
      name: 'copy',
      fields: [
        { name: 'appId', rule: appId, placeholder: '1234567890123456789', isNumeric: true },
        { name: 'appSecret', rule: appSecret },
        { name: 'webhookSecret', rule: webhookSecret, isOptional: true },
      ],
    },
    { kind: 'answerer' },
    {
      kind: 'instructions',
      name: 'after',
      items: [{ name: 'paste' }, { name: 'tick', codes: EVENTS }, { name: 'filter' }, { name: 'autoReply' }],
    },
  ],
  connect: ({ input, ...values }) =>
    call(connectZalo, { body: ConnectZaloInput.parse({ ...values, ...input }) }),
};
