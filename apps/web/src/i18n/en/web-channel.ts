export const webChannel = {
  title: 'Web chat design',
  connectPurpose: 'Nothing to connect: every bot has a chat for your site.',
  purpose: 'Give the chat on your web site your colours and your words.',
  visitor: 'Visitor {{number}}',
  bot: 'Chat of',
  sites: 'Sites and snippet',
  off: 'This chat is not on any site yet; you can prepare it now.',
  switchOn: 'Switch it on',
  visitorScheme: 'As a visitor has it',
  schemes: { light: 'Light', dark: 'Dark' },
  size: 'Size of the preview',
  sizes: { desktop: 'Computer', phone: 'Phone' },
} as const;
