const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

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
  /** Of a button whose purpose is gone. */
  notOffered: 'Sorry, this is not available right now. Please write what you need.',
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

  /** They sent a word by which people unsubscribe. */
  unsubscribed: (word: string) =>
    `You won't get our news here any more. We still answer your questions. To get news again, send “${word}”.`,
  subscribed: "Thank you! You'll get our news here again.",

  /** Forms that are sent in a chat. */
  form: {
    invite: (title: string) => `Please fill in this form: ${title}`,
    /** Buttons; twenty characters at the most fit everywhere. */
    open: 'Open the form',
    send: 'Send',
    change: 'Change',
    back: 'Back',
    skip: 'Skip',
    later: 'Later',
    cancel: 'Cancel',
    continue: 'Continue',
    yes: 'Yes',
    no: 'No',
    agree: 'I agree',
    pickDay: 'Choose a date',
    pickTime: 'Choose a time',
    /** On a button; `weekday` 0 is Sunday. */
    dayButton: (month: number, day: number, weekday: number) =>
      `${WEEKDAYS[weekday]?.slice(0, 3)}, ${MONTHS[month - 1]} ${day}`,
    dayNamed: (day: string, weekday: number) => `${day} (${WEEKDAYS[weekday]})`,
    clock: (hour: number, minute: number) =>
      `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`,
    start: (minutes: number) =>
      `A few questions, about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}. You can stop at any time with “Cancel”.`,
    /** What was said before the form began. */
    filled: (answers: string) => `Filled in from what you told us:\n${answers}`,
    /** In the test chat of a bot. */
    tried: (begun: string) =>
      `Test: in a customer's chat the form begins here. Nothing is saved.\n\n${begun}`,
    question: (number: number, of: number, question: string) => `${number}/${of}: ${question}`,
    /** As people write a calendar day. */
    day: (year: string, month: string, day: string) => `${year}-${month}-${day}`,
    oneOf: 'Please choose one of the buttons, or write its number.',
    noSlots: 'There are no free times at the moment.',
    several: 'You can choose several. Please write their numbers, for example “1, 3”.',
    scale: (from: string, to: string) => `Please choose from ${from} to ${to}.`,
    dayHint: (example: string) => `Which date? For example, ${example}.`,
    timeHint: 'For example, 14:30 or 2:30 pm.',
    addressHint: 'Please enter your postal code, then your address.',
    files: (url: string) => `Files are sent on this page, which has the whole form: ${url}`,
    sendFiles: (most: number) =>
      most === 1
        ? 'Please send a photo or a PDF here, up to 10 MB.'
        : `Please send photos or PDFs here: up to ${most}, each up to 10 MB.`,
    sendPictures: (most: number) =>
      most === 1
        ? 'Please send a photo here, up to 10 MB.'
        : `Please send photos here: up to ${most}, each up to 10 MB.`,
    fileCount: (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`,
    fileDone: 'Done',
    fileThanks: 'Received, thank you.',
    filesSoFar: (count: number, most: number) =>
      `Received: ${count} of up to ${most}. Send another one, or choose “Done”.`,
    fileReceiving: 'We are still receiving your file. One moment, please.',
    fileType: 'We can only take photos (JPEG, PNG, WebP, HEIC) and PDFs here.',
    pictureType: 'We can only take photos (JPEG, PNG, WebP, HEIC) here.',
    fileTooLarge: 'That file is larger than 10 MB. Please send a smaller one.',
    fileInfected: 'That file contains harmful software, so we did not keep it.',
    fileTooMany: (most: number) =>
      `We can take ${most} ${most === 1 ? 'file' : 'files'} here. The others were not kept.`,
    fileExtra: 'We have the files for this form already, so this one was not added.',
    fileNotHere: (url: string) =>
      `Your file did not reach us. Please send it again, or use this page: ${url}`,
    fileEmpty: 'That file is empty. Please send another one.',
    fileFull: 'We have no space left for files at the moment. You can go on without it.',
    fileUnchecked:
      'We can’t check files for harmful software at the moment. Please send it again in a few minutes.',
    /** Why an answer can't be taken. */
    required: 'This question needs an answer.',
    notOption: 'Please choose one of the buttons.',
    notDay: (example: string) => `Please write a date, for example ${example}.`,
    dayFrom: (from: string, example: string) =>
      `Please write a date on or after ${from}, for example ${example}.`,
    dayUntil: (until: string) => `Please write a date on or before ${until}.`,
    notTime: 'Please write the time like “14:30” or “2:30 pm”.',
    /** A time that is in the morning and in the afternoon. */
    whichHalf: (morning: string, afternoon: string) => `Do you mean ${morning} or ${afternoon}?`,
    /** A day or a time that was said in other words. */
    understood: (answer: string) => `Got it: ${answer}.`,
    /** After two answers that could not be read. */
    onPage: (url: string) => `You can also fill in the form on this page: ${url}`,
    /** After three. */
    called:
      "Sorry, I couldn't read that. Our staff will help you here. Your answers so far are saved: choose “Continue” to go on by yourself.",
    notNumber: 'Please write a number without separators, for example 1500.',
    notWhole: 'Please write a whole number.',
    least: (least: number) => `Please enter ${least} or more.`,
    most: (most: number) => `Please enter ${most} or less.`,
    between: (least: number, most: number) => `Please enter a number from ${least} to ${most}.`,
    email: 'Please check the email address.',
    phone: 'Please check the phone number.',
    tooLong: (most: number) => `Please use up to ${most} characters.`,
    pattern: 'Please check what you have written.',
    /** All answers of a form together. */
    tooMuch: 'Your answers are too long altogether. Please make this one shorter.',
    tooFew: (least: number) => `Please choose at least ${least}.`,
    tooMany: (most: number) => `Please choose at most ${most}.`,
    slotTaken: 'That time has just been taken. Please choose another one.',
    slotOver: 'That time has already passed. Please choose another one.',
    notAgreed: 'We need your agreement to go on.',
    confirm: (summary: string) => `Please check:\n${summary}\n\nIs this correct?`,
    changeWhich: 'Which one would you like to change? Please write its number.',
    done: "Thank you! We've received your request. Our staff will confirm it here.",
    cancelled: 'Cancelled. Nothing was saved.',
    paused: 'We keep your answers for 7 days. Write “Continue” to go on.',
    closed: 'This form is closed.',
    answered: 'You have answered this form already. Thank you!',
    tooOften:
      'You have sent this form many times within an hour. Your answers are kept: please try again later.',
    /** A button of an earlier question was tapped. */
    over: 'That question is no longer open.',
    changed: (question: string, answer: string) => `Changed: ${question} → ${answer}`,
  },

  detailsTitle: 'Your details',
  askDetails: 'Could you tell us your name, phone number and address? We use them only for this request.',
};

export type CustomerWords = typeof englishWords;
