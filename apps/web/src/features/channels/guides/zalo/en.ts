import type { GuideWords } from '../guide.ts';

/** Names in the vendor's console are Vietnamese; both are given, so that they are found on the page. */
export const words = {
  links: {
    manager: 'Zalo OA Manager',
    console: 'Zalo for Developers',
  },
  steps: {
    open: {
      title: 'Create an app on Zalo for Developers',
      items: {
        account: 'You need a verified official account on a paid package. See it here:',
        create:
          'In the console choose “Thêm ứng dụng mới” (add a new app), name it, and switch it on (“Kích hoạt”):',
        product: 'In the app, under “Official Account”, link the app with your official account.',
        domain: 'Under “Xác thực domain” (domain verification), verify the domain of this server.',
      },
    },
    callback: {
      title: 'Paste the callback address, and tick the permissions',
      text: 'In the app: Official Account → “Thiết lập chung” (general settings) → “Official Account Callback Url”.',
      label: 'Callback address',
      note: 'Tick all permission groups on the same page and save. Changing address or permissions later ends the access, and you would have to connect again.',
    },
    copy: {
      title: 'Copy the values of the app',
      text: 'All are on the settings page (“Cài đặt”) of the app in the console.',
    },
    after: {
      title: 'When you are back: set the webhook',
      text: 'After you have allowed it, you come back here and see the channel with its webhook address.',
      items: {
        paste:
          'Console → Webhook → paste the webhook address shown on the channel’s page and save. Zalo calls it at once. All official accounts of this app that you connect here share that address.',
        tick: 'On the same page switch these events on, one by one:',
        filter: 'Leave “syntax filter” (only messages that begin with #) switched off.',
        autoReply: 'In Zalo OA Manager switch automatic replies off, so that only your bot answers.',
      },
    },
  },
  fields: {
    appId: {
      label: 'App ID (ID ứng dụng)',
      where: 'Digits only, at the top of the page.',
      shape: 'Digits only, 10 or more.',
    },
    appSecret: {
      label: 'App secret key (Khóa bí mật)',
      where: 'Press the copy button beside “Khóa bí mật của ứng dụng”.',
      shape: 'Too short. Copy it again with the copy button.',
    },
    webhookSecret: {
      label: 'OA Secret Key (optional)',
      where:
        'On the page “Webhook” of the app. It appears there once a webhook address is saved. Leave it empty if it is the same as the secret key.',
      shape: 'Too short. Copy it again, or leave it empty.',
    },
  },
  whatHappens: 'You go to Zalo, allow it as an admin of the official account, and come back.',
  connect: 'Go on to Zalo',
  unreachable: {
    title: 'Zalo cannot reach this server yet',
    text: 'Zalo accepts only https addresses on a verified domain. Put the server behind a public https address and set PUBLIC_URL to it. A sandbox channel works without it.',
  },
} as const satisfies GuideWords;
