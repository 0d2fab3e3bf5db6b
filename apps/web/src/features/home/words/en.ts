export const home = {
  title: 'Home',
  hello: 'Hello, {{name}}',
  purpose: 'What needs your attention, and how your bots are doing.',
  steps: {
    title: 'To your first answered message',
    progress: '{{done}} of {{total}} done',
    knowledge: { title: 'Add knowledge', text: 'A PDF or a text your bot may answer from.', action: 'Add' },
    bot: { title: 'Create a bot', text: 'Give it a name and choose its knowledge.', action: 'Create' },
    tested: { title: 'Test it', text: 'Ask what your customers ask and check the sources.', action: 'Test' },
    channel: {
      title: 'Connect a channel',
      text: 'A sandbox channel works at once, without any key.',
      action: 'Connect',
    },
    answered: {
      title: 'First answered message',
      text: 'Write as a customer and see the answer arrive.',
      action: 'Try',
    },
    done: 'Done',
    open: 'To do',
  },
  attention: {
    title: 'Needs you now',
    nothing: 'Nothing is waiting for you.',
    waiting_one: '{{count}} conversation waiting for a reply',
    waiting_other: '{{count}} conversations waiting for a reply',
    failedDocuments_one: '{{count}} document could not be read',
    failedDocuments_other: '{{count}} documents could not be read',
    brokenChannels_one: '{{count}} channel needs attention',
    brokenChannels_other: '{{count}} channels need attention',
    unconfirmedDeliveries_one: '{{count}} message may not have arrived',
    unconfirmedDeliveries_other: '{{count}} messages may not have arrived',
    failedDeliveries_one: '{{count}} message was not delivered',
    failedDeliveries_other: '{{count}} messages not delivered',
    lowBalance: 'Your token balance is low',
    disk: {
      low: 'The server’s disk is almost full. Ask the server administrator to free space.',
      full: 'The server’s disk is full: files are refused, messages still arrive. Ask the server administrator to free space.',
    },
    lowStorage: 'File storage is almost full',
  },
  numbers: {
    title: 'Last 7 days',
    conversations: 'Conversations',
    answered: 'Answered by a bot',
    notFound: 'No answer found',
    handedOver: 'Handed over to your team',
    tokens: 'Tokens used',
  },
  landing: {
    claim: 'A chatbot that answers from your own documents',
    lead: 'Give Hanasu a PDF, and your customers get answers on LINE, Zalo or your website, in their own language, with the passage each answer comes from. When it doesn’t know, it says so and hands over to your team.',
    what: 'What Hanasu does',
    documents: {
      title: 'Your documents, not guesses',
      text: 'PDFs and texts become knowledge. Every answer can show the page it was found on.',
    },
    channels: {
      title: 'Where your customers write',
      text: 'Connect a chat account step by step, or try everything first with a simulated phone.',
    },
    staff: {
      title: 'Your team steps in when needed',
      text: 'All conversations arrive in one inbox. Take one over, reply, and return it to the bot.',
    },
    yours: {
      title: 'Runs on your own server',
      text: 'Hanasu starts on your own server with one command. You choose the language model, or use the built-in one.',
    },
  },
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly home: typeof home;
  }
}
