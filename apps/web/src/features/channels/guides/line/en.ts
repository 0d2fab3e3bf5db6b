import type { GuideWords } from '../guide.ts';

export const words = {
  links: {
    manager: 'LINE Official Account Manager',
    console: 'LINE Developers console',
  },
  steps: {
    open: {
      title: 'Open your official account at LINE',
      items: {
        account: 'If you have no official account yet, create one (free):',
        messagingApi: 'In its settings, under “Messaging API”, switch on the Messaging API.',
        console: 'Then open the console and choose the provider and the Messaging API channel:',
      },
    },
    copy: {
      title: 'Copy two values',
      text: 'Each is on a tab of the channel in the LINE Developers console.',
    },
    after: {
      title: 'After connecting, set two switches at LINE',
      text: 'Only you can set these. Everything else is done for you.',
      items: {
        useWebhook: 'LINE Developers console → Messaging API tab → “Use webhook”: on.',
        autoReply:
          'LINE Official Account Manager → Response settings → “Auto-response messages”: off, so that only your bot answers.',
      },
    },
  },
  fields: {
    channelId: {
      label: 'Channel ID',
      where: 'Tab “Basic settings”, near the top: digits only.',
      shape: 'Digits only, as shown under “Channel ID”. It is not the “@…” id.',
      rejected: 'LINE does not know this channel ID. Check that all values are from the same channel.',
    },
    channelSecret: {
      label: 'Channel secret',
      where: 'Tab “Basic settings”, further down: 32 characters.',
      shape: 'Exactly 32 characters, 0–9 and a–f. Copy it again with the copy button.',
      rejected: 'LINE did not accept this secret. If it was issued anew, copy the new one.',
    },
    channelAccessToken: {
      label: 'Channel access token',
      where: 'Tab “Messaging API”, at the bottom: press “Issue” under “Channel access token (long-lived)”.',
      shape: 'The whole token, one long line. Copy it again with the copy button.',
      rejected:
        'LINE did not accept this token. Issue a new long-lived token in the same channel and paste it.',
    },
    assertionKey: {
      label: 'Assertion signing key (private key)',
      where:
        'The private half of the key pair you registered under “Basic settings” → “Assertion Signing Key”, as JSON with its “kid”.',
      shape: 'The whole private key as JSON, with its “kid”.',
      rejected:
        'LINE did not accept this key. Check that its public half is registered in the same channel, and that “kid” is the one LINE gave.',
    },
  },
  console: {
    title: 'The LINE Developers console, roughly',
    tabs: { basic: 'Basic settings', api: 'Messaging API' },
    switches: { useWebhook: 'Use webhook' },
  },
  choice: {
    title: 'Access to LINE',
    options: {
      automatic: {
        label: 'Nothing to copy',
        text: 'Short-lived tokens are asked for with the two values above, whenever they are needed.',
      },
      token: {
        label: 'My own long-lived token',
        text: 'For accounts that use one token in several programs.',
      },
      key: {
        label: 'Assertion signing key',
        text: 'Tokens of 30 days, signed with a key that only this server has.',
      },
    },
  },
  inAppPages: {
    title: 'Forms inside LINE (LIFF)',
    text: 'Forms you send open inside LINE. LINE confirms who is answering, so known details are filled in already.',
    on: 'Open forms inside LINE',
    steps: {
      channel:
        'In the LINE Developers Console, open the provider of this official account and create a LINE Login channel there. It must be the same provider: under another one, LINE gives your friends other user IDs.',
      app: 'In the LINE Login channel, open the LIFF tab and add a LIFF app. Enter the endpoint URL below and turn on the scopes “openid” and “profile”.',
      publish: 'Publish the LINE Login channel. Then enter its two IDs here.',
    },
    endpoint: 'Endpoint URL',
    loginChannelId: {
      label: 'Channel ID of the LINE Login channel',
      where: '10 digits, on the Basic settings tab of the LINE Login channel.',
      shape: 'Enter the 10 digits of the channel ID.',
    },
    liffId: {
      label: 'LIFF ID',
      where: 'On the LIFF tab, for example 1234567890-AbcdEfgh.',
      shape: 'Enter the LIFF ID only, for example 1234567890-AbcdEfgh. It is the end of the LIFF URL.',
    },
    provider: {
      confirmed: 'Same provider as the official account: confirmed',
      doubtful:
        'This official account does not know the people who opened a form. Make sure that the LINE Login channel belongs to the same provider: open a form in LINE yourself, as a friend of the account. If this notice stays, create a LINE Login channel under the provider of the official account and enter its two IDs here.',
    },
  },
  whatHappens: 'Hanasu checks the values with LINE, sets the webhook and tests it.',
  connect: 'Connect LINE',
  unreachable: {
    title: 'LINE cannot reach this server yet ({{publicUrl}})',
    text: 'LINE sends messages over the internet to an https address. Put the server behind a public https address and set PUBLIC_URL to it. You can connect now, but messages arrive only after that. A sandbox channel works without it.',
  },
} as const satisfies GuideWords;
