export const home = {
  title: 'Home',
  hello: 'Hello, {{name}}',
  purpose: 'What needs your attention, and how your bots are doing.',
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
