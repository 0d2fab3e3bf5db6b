const greetings = {
  friend: (shop: string) =>
    `Thank you for adding ${shop || 'us'}! Ask us anything here. Our automatic assistant answers right away, and our staff can step in.`,
  follower: (shop: string) => `Thank you for following ${shop || 'us'}! Ask us anything here.`,
  visitor: (shop: string) => `Hello${shop && `, this is ${shop}`}. What can we help you with?`,
  group: (shop: string) => `Hello${shop && `, this is ${shop}`}. Mention us when you have a question.`,
};

/** Where the product speaks for a shop: `{{opensAt}}` and `{{holiday}}` are filled in when it is said. */
export const englishWords = {
  greetings,
  hello: 'Hello! How can we help you?',
  thanks: "You're welcome! Anything else we can help with?",
  bye: 'Thank you for writing. Have a nice day!',

  /** Nobody of the staff hears of it. */
  notFound: "Sorry, I can't tell you that here. Could you ask in a little more detail?",
  notFoundHandedOver: "I'd like to check that for you. Our staff will reply here.",
  notFoundClosed:
    "I'd like to check that for you. Our staff is away until {{opensAt}} and will reply here then.",
  unable: "Sorry, we can't answer right now. Please try again later.",
  unableHandedOver: "Sorry, we can't answer automatically right now. Our staff will reply here.",
  /** Waiting for staff already, and asked again after a while. */
  received: 'Thank you for your message. Our staff will reply here.',

  handedOver: 'Of course. Our staff will continue here; please wait a moment.',
  closed:
    'Our staff is away until {{opensAt}} and will reply here then. Until then, our automatic assistant can answer questions.',
  closedForHoliday:
    "We're closed for {{holiday}}. Our staff is back on {{opensAt}} and will reply here then.",
  away: 'Our staff is not available right now and will reply here later.',
  givenBack: 'Thank you. Our automatic assistant will help you from here.',
  badRating: "Sorry that didn't help. Our staff will look into it and reply here.",
  /** Buttons; twenty characters at the most fit everywhere. */
  offerStaff: 'Talk to our staff',
  offerAssistant: 'Ask the assistant',

  fileReceived: "Thank you, we've received your file. Our staff will check it and reply here.",
  pictureReceived: "Thank you, we've received your picture. Our staff will check it and reply here.",
  voiceReceived: "Thank you, we've received your recording. Our staff will check it and reply here.",
  locationReceived: "Thank you, we've received your location. Our staff will reply here.",
  pictureUnread:
    "Thank you for the picture. I can't view pictures automatically; could you describe it in words?",
  voiceUnread: "I can't listen to voice messages automatically. Could you write it, please?",
  unsupported: "I can't open this kind of message here. Could you write it as text?",

  /** Before several quotes. */
  lead: 'Here is what applies:',
  unsureLead: 'This may be what you are looking for:',
  bullet: '• ',
  source: 'Source: ',
  sources: 'Sources: ',
  page: (page: number) => `, p. ${page}`,
  betweenSources: ' · ',

  askSatisfaction: 'How did we do today? Please choose from 1 (not satisfied) to 5 (very satisfied).',
  thanksForGoodScore: 'Thank you! Would you like to tell us more?',
  thanksForBadScore: 'Thank you, and sorry we fell short. What could we do better?',
  thanksForComment: 'Thank you for your feedback.',

  /** Forms that are sent in a chat. */
  form: {
    invite: (title: string) => `Please fill in this form: ${title}`,
    /** A button; twenty characters at the most fit everywhere. */
    open: 'Open the form',
  },

  detailsTitle: 'Your details',
  askDetails: 'Could you tell us your name, phone number and address? We use them only for this request.',
};

export type CustomerWords = typeof englishWords;
