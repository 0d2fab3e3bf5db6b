export const firstSteps = {
  title: 'To your first answer',
  next: 'Next',
  nextUp: '{{done}}/{{total}} Next: {{what}}',
  hide: 'Hide the first steps',
  done: 'Done',
  open: 'To do',
  finished: 'Your bot has given its first answer. Next: connect your official account or website',
  knowledge: {
    title: 'Add a document',
    text: 'A PDF or text',
    action: 'Add a document',
    act: 'Add the document your bot answers from',
    actText:
      'A price list, opening hours, house rules: a PDF, Word or Excel file, or plain text. No one sees it yet.',
  },
  bot: {
    title: 'Create a bot',
    text: 'A name is enough',
    action: 'Create a bot',
    act: 'Create a bot that answers from this document',
    actText:
      '“{{title}}” is ready: {{passages}} passages. Customers do not see the bot until you connect a channel.',
  },
  publish: {
    action: 'Publish the bot',
    act: 'Publish {{bot}}',
    actText: 'A draft answers no customers. Check it, then publish it.',
  },
  tested: {
    title: 'Try it',
    text: 'As a customer sees it',
    action: 'Ask a question',
    act: 'Ask {{bot}} a question',
    actText: 'Ask what your customers ask. Each answer shows where it comes from.',
  },
  channel: {
    title: 'Connect a channel',
    text: 'First in the simulator',
    action: 'Try in the simulator',
    act: 'Talk to {{bot}} the way a customer does',
    actText:
      'The simulator is a phone on your screen; it needs no keys. Connect your real account whenever you like.',
  },
  answered: {
    title: 'First answer',
    text: 'Write as a friend',
    action: 'Write as a friend',
    act: 'Write to “{{channel}}” as a friend',
    actText: 'Send a message and watch the answer arrive, in the chat and in your inbox.',
  },
  unanswered: {
    action: 'Add the answer to a document',
    act: 'The question went to your team',
    actText:
      '“{{question}}”: the bot found no answer in its documents, so it handed over to your team. Add the answer to a document, or try another question.',
    again: 'Try another question',
    inbox: 'Open in the inbox',
  },
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly firstSteps: typeof firstSteps;
  }
}
