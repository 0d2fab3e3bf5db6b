import type { GuideWords } from '../guide.ts';

/** Commands and buttons of the vendor's own bot are English everywhere. */
export const words = {
  links: {
    botFather: '@BotFather',
  },
  steps: {
    open: {
      title: 'Create a bot on Telegram',
      items: {
        open: 'In Telegram, open the chat with the bot that makes bots:',
        create:
          'Send it /newbot, choose the name that people see, then a username that ends in “bot”. You can also take a bot that you have: send /token.',
        groups:
          'In groups, the bot receives only messages that mention its username or reply to it. Leave /setprivacy on to keep it that way.',
      },
    },
    copy: {
      title: 'Copy its token',
      text: 'BotFather answers with a token: digits, a colon, and letters. Whoever has it can speak as your bot.',
    },
    after: {
      title: 'That is all',
      text: 'The webhook is set for you. Two things you may want to do at BotFather:',
      items: {
        picture:
          'Give the bot a picture with /setuserpic and a text with /setdescription: people see it before they press Start.',
        elsewhere:
          'A bot can be connected in one place only: a program that had its webhook before receives nothing more.',
      },
    },
  },
  fields: {
    botToken: {
      label: 'Bot token',
      where: 'In the answer of BotFather, under “Use this token to access the HTTP API”.',
      shape: 'Copy the whole token: digits, a colon, and at least 30 letters.',
      rejected:
        'Telegram does not know this token. Copy it again, or send /token to BotFather for a new one.',
    },
  },
  whatHappens: 'The token is checked with Telegram, then the webhook is set.',
  connect: 'Check and connect',
  unreachable: {
    title: 'Telegram cannot reach this server yet',
    text: 'Telegram accepts only https addresses on port 443, 80, 88 or 8443. Put the server behind a public https address and set PUBLIC_URL to it. A sandbox channel works without it.',
  },
} as const satisfies GuideWords;
