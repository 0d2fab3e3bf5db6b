export const embed = {
  title: 'Web chat',
  text: 'Put the chat on your site as a button in the corner, in a frame, or as a link and QR code.',
  enabled: 'Web chat',
  publishFirst: 'Publish the bot first. Until then the chat stays closed.',
  snippet: 'What to paste',
  kinds: {
    script: 'Button',
    iframe: 'Frame',
    link: 'Link',
    qr: 'QR code',
  },
  kindTexts: {
    script: 'Paste this before </body> on every page. A button appears in the corner.',
    iframe: 'Shows the chat in the middle of a page.',
    link: 'Opens the chat on a page of its own. Send it, or put it on a button.',
    qr: 'For posters, menus and receipts. It opens the chat on a phone.',
  },
  open: 'Open the chat',
  copy: 'Copy',
  copied: 'Copied',
  sites: 'Sites that may show it',
  sitesHelp: 'One address each, and Enter. https://*.example.com means every site below it.',
  siteWrong: 'Write addresses like https://www.example.com, without a path.',
  design: 'Colors and words',
  texts: 'Words',
  language: 'Language of these words',
  chatTitle: 'Title',
  greeting: 'Greeting',
  placeholder: 'Hint in the empty field',
  colour: 'Color',
  pickColour: 'Pick a color from the screen',
  colourWrong: 'Choose a color like #15803d.',
  theme: 'Light or dark',
  themes: {
    auto: 'Match visitor’s theme',
    light: 'Light',
    dark: 'Dark',
  },
  position: 'Position',
  positions: {
    right: 'Right',
    left: 'Left',
  },
  launcher: 'Launcher icon',
  launchers: {
    chat: 'Speech bubble',
    question: 'Question mark',
    spark: 'Star',
  },
  greetingDelay: 'Show the greeting after (seconds)',
  greetingDelayHelp: 'Leave empty to never open automatically.',
  perVisitorPerDay: 'Questions of one visitor a day',
  perDay: 'Questions of all a day',
  preview: 'Preview of the chat',
  identity: 'Signed-in visitors',
  identityText:
    'Your site can tell us who is visiting, so that they find their chat again on every device. It signs its own id of them with a secret.',
  secret: 'The secret',
  secretOnce: 'Copy the secret now. It is not shown again. Keep it on your server, never in a page.',
  secretKept: 'I have kept it',
  makeSecret: 'Make a secret',
  renew: 'Make a new secret',
  renewWarning:
    'The secret you have now stops working at once. Signed-in visitors cannot get in until your site uses the new one.',
  identityRequired: 'Only signed-in visitors may chat',
  identityRequiredHelp: 'Others see a note that asks them to sign in.',
  pageTitle: 'Web chat',
  pagePurpose: 'Which bots are on which sites. Open a bot to change it.',
  noBots: 'No bots yet',
  noBotsText: 'Make a bot first; then put its chat on your site.',
  noSites: 'By link and QR code only',
  visitors_one: '{{number}} visitor in 30 days',
  visitors_other: '{{number}} visitors in 30 days',
  on: 'On',
  off: 'Off',
} as const;

export const webChannel = {
  title: 'Web chat design',
  purpose: 'Give the web chat your colors and your words.',
  bot: 'Chat of',
  sites: 'Sites and snippet',
  off: 'This chat is not on any site yet; you can prepare it now.',
  switchOn: 'Switch it on',
  visitorScheme: 'As a visitor has it',
  schemes: { light: 'Light', dark: 'Dark' },
  size: 'Size of the preview',
  sizes: { desktop: 'Computer', phone: 'Phone' },
} as const;

declare module '../../../../i18n/words.ts' {
  interface EnglishWords {
    readonly embed: typeof embed;
    readonly webChannel: typeof webChannel;
  }
}
