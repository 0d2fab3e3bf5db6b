export const home = {
  title: 'Home',
  hello: 'Hello, {{name}}',
  purpose: 'What needs your attention, and how your bots are doing.',
  landing: {
    claim: 'Hand over your documents.\nThe front desk is staffed.',
    lead: 'Price lists, leaflets, frequent questions: Hanasu reads your documents and answers on LINE, Zalo, Telegram and web chat. What is not written there it does not guess; it calls your staff.',
    channels: 'Works with',
    web: 'Web chat',
    ask: 'How late are you open on Saturday?',
    answer: 'On Saturdays we are open until 17:00.',
    source: 'Guide, page 2',
    person: 'I will take it\nfrom here.',
    what: 'How it works',
    steps: {
      documents: {
        title: 'Add your documents',
        text: 'PDF, Word, tables, the address of a website. They are read as they are.',
      },
      tried: {
        title: 'Ask it first',
        text: 'Ask what your customers ask, and see the page each answer comes from.',
      },
      live: {
        title: 'Go live',
        text: 'Connect LINE, Zalo, Telegram or web chat; questions are answered day and night.',
      },
      person: {
        title: 'Hand over to your team',
        text: 'What the bot cannot answer waits in the inbox, and your staff go on.',
      },
    },
    inboxTitle: 'One inbox for the bot and your team',
    inboxText: 'Green is the bot, persimmon is a person. You see at a glance who answers.',
    p1: 'What the documents say',
    p2: "the bot says in the customer's words",
    p3: 'and a person goes on from there',
    slip: 'Reception guide, page 2',
    slipText: 'Mon–Fri 9:00–19:00, Sat 9:00–17:00',
    botSays: '土曜日は17時までです。',
    staffSays: 'This is Linh. I have booked you in for 16:30.',
    factsTitle: 'Before you begin',
    cost: 'What does it cost?',
    costText:
      'A new account gets {{tokens}} tokens free of charge, most of them once the email address is confirmed. No credit card is needed to register.',
    costOpen: 'Registering is free of charge and needs no credit card.',
    data: 'Where is my data?',
    dataText: '{{place}}.',
    dataPrivacy: 'What is kept and for how long is in the',
    who: 'Who runs this?',
    own: 'Hanasu is open source: you can also run it on a server of your own.',
    privacyLong: 'privacy policy',
  },
} as const;

declare module '../../../i18n/words.ts' {
  interface EnglishWords {
    readonly home: typeof home;
  }
}
