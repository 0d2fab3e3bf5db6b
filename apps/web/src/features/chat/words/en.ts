export const chat = {
  history: 'Earlier chats',
  noHistory: 'Your chats with this bot will be listed here.',
  newChat: 'New chat',
  untitled: 'Chat',
  pageEmpty: 'Ask “{{name}}” a question. Every answer shows its sources.',
  sourcesEmpty: 'The passages behind the latest answer appear here.',
  copyLink: 'Copy the link',
  searchHistory: 'Search chats',
  nothingFound: 'No chat with these words.',
  moreChats: 'More',
  menuOf: 'Menu of “{{title}}”',
  rename: 'Rename',
  title: 'Name',
  deleted: '“{{title}}” was deleted',
  deleteTitle: 'Delete this chat?',
  deleteText: '“{{title}}” is deleted for good, with its files and share links.',
  share: 'Share',
  shareTitle: 'Share this chat',
  shareText:
    'Everyone with the link can read this chat up to this moment. Later messages, costs and passages are not shown.',
  shareNow: 'Up to now',
  shareUntil: 'Up to {{time}}',
  makeShare: 'Create a link',
  endShare: 'End this link',
  sharedBy: 'A chat with {{name}}, shared on {{date}}',
  shareGone: 'This link is no longer valid.',
  shareGoneHelp: 'Whoever shared the chat has ended the link or deleted the chat.',
  sourcePage: '{{title}}, p. {{page}}',
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly chat: typeof chat;
  }
}
