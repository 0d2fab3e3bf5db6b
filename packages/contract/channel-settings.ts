import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ChannelId, uuidParams } from './ids.ts';
import { MessageContent } from './message-content.ts';

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const Day = z.iso.date();
const Words = z.array(z.string().trim().min(1).max(60)).max(50);
const Said = z.string().trim().max(2000);

/** `until` before `from`, or the same, goes on over midnight. `day` 0 is Sunday. */
export const OpenHours = z
  .object({ day: z.number().int().min(0).max(6), from: Clock, until: Clock })
  .strict();
export const HOLIDAY_CALENDARS = ['ja', 'vi'] as const;
export const HolidayCalendar = z.enum(HOLIDAY_CALENDARS);
export type HolidayCalendar = z.infer<typeof HolidayCalendar>;

export const KEYWORD_MATCHES = ['exact', 'contains', 'pattern'] as const;
/** The first rule that matches a text or the data of a postback replies; case, width and accents don't matter except in patterns. */
export const KeywordReply = z
  .object({
    id: z.uuid(),
    enabled: z.boolean(),
    match: z.enum(KEYWORD_MATCHES),
    /** Any of them; patterns are regular expressions in RE2's language, which no text can make slow. */
    words: z.array(z.string().trim().min(1).max(300)).min(1).max(30),
    /** May be empty where there is `content`. */
    reply: z.string().trim().max(2000),
    /** Sent instead of `reply`. */
    content: MessageContent.nullable().optional(),
    /** A person is wanted as well. */
    wantsPerson: z.boolean(),
  })
  .strict()
  .refine(({ reply, content }) => reply !== '' || (content?.bubbles.length ?? 0) > 0, {
    path: ['reply'],
    error: 'something to say',
  });
export type KeywordReply = z.infer<typeof KeywordReply>;

export const CONTENT_KINDS = [
  'image',
  'video',
  'audio',
  'file',
  'location',
  'sticker',
  'postback',
  'other',
] as const;
/** What customers send besides text. `postback`: a tap on a button or menu; `other`: what the product cannot read. */
export type ContentKind = (typeof CONTENT_KINDS)[number];

export const CONTENT_MODES = ['person', 'bot', 'ask'] as const;
/**
 * `person`: somebody of the staff looks at it, and the customer is told once. `bot`: the bot answers it. `ask`: the
 * customer gets a friendly line that asks for words instead; for a sticker it only says thank you.
 */
export type ContentMode = (typeof CONTENT_MODES)[number];

/** The modes each kind can have. */
export const CONTENT_CHOICES = {
  image: ['person', 'bot', 'ask'],
  video: ['person', 'ask'],
  audio: ['person', 'bot', 'ask'],
  file: ['person', 'ask'],
  location: ['person', 'bot', 'ask'],
  sticker: ['person', 'ask'],
  postback: ['person', 'bot'],
  other: ['person', 'ask'],
} as const satisfies Record<ContentKind, readonly ContentMode[]>;

/** Both of a LINE Login channel that belongs to the same provider as the official account. */
const Liff = z
  .object({
    liffId: z.string().regex(/^\d{10}-[0-9A-Za-z]{8}$/),
    loginChannelId: z.string().regex(/^\d{10}$/),
  })
  .strict();

export const ChannelSettings = z
  .object({
    /** `bot`: the bot's own; `own`: `texts` in the friend's language, or else `text`; `none`: nothing. */
    greeting: z
      .object({
        from: z.enum(['bot', 'own', 'none']),
        text: Said,
        texts: z.object({ en: Said, ja: Said, vi: Said }).partial().strict().optional(),
        /** Where `from` is `own`: said instead of the texts; groups get the product's own words. */
        content: MessageContent.nullable().optional(),
      })
      .strict(),
    timeZone: z.string().min(1).max(60),
    /** When staff are there; null: always. */
    hours: z.array(OpenHours).max(28).nullable(),
    /** Public holidays on which staff are not there. */
    calendars: z.array(HolidayCalendar),
    /** Own days: `closed` true adds a holiday, false opens on one. */
    days: z
      .array(z.object({ day: Day, name: z.string().trim().max(60), closed: z.boolean() }).strict())
      .max(400),
    keywords: z.array(KeywordReply).max(200),
    /** Milliseconds that messages of one friend are gathered into one turn. */
    batchingDelay: z.number().int().min(0).max(30_000),
    /** Language of what the product says itself; `auto`: the customer's. */
    language: z.enum(['auto', 'en', 'ja', 'vi']),
    /** What becomes of messages that are not text. */
    content: z
      .object({
        image: z.enum(CONTENT_CHOICES.image),
        video: z.enum(CONTENT_CHOICES.video),
        audio: z.enum(CONTENT_CHOICES.audio),
        file: z.enum(CONTENT_CHOICES.file),
        location: z.enum(CONTENT_CHOICES.location),
        sticker: z.enum(CONTENT_CHOICES.sticker),
        postback: z.enum(CONTENT_CHOICES.postback),
        other: z.enum(CONTENT_CHOICES.other),
      })
      .strict(),
    handover: z
      .object({
        /** Beside the bot's own words for asking for a person. */
        words: Words,
        /** The bot found nothing in its documents, or is less sure than this (0 to 1); null: that is no reason. */
        confidenceBelow: z.number().min(0).max(1).nullable(),
        /** The customer said that an answer was no good. */
        onBadFeedback: z.boolean(),
        /** So many answers without a result in a row; null: that is no reason. */
        afterFailures: z.number().int().min(1).max(10).nullable(),
        /** Offers "talk to a person" as a quick reply under answers. */
        offer: z.boolean(),
      })
      .strict(),
    /** When the bot gets a conversation back by itself. */
    giveBack: z
      .object({
        /** Nobody has written for so long; null: never. */
        idleMinutes: z.number().int().min(1).max(10_080).nullable(),
        /** When business hours end. */
        atClosing: z.boolean(),
        /** Offers "back to the assistant" as a quick reply while a person has it. */
        offer: z.boolean(),
      })
      .strict(),
    /** Said once when a person is wanted and nobody is there; empty: the product's own words. */
    nobodyThere: Said,
    assignment: z.enum(['none', 'round-robin']),
    /** Minutes until somebody should have answered for the first time, and ever after; null: no clock. */
    respondWithin: z
      .object({
        first: z.number().int().min(1).max(10_080).nullable(),
        next: z.number().int().min(1).max(10_080).nullable(),
      })
      .strict(),
    /** Asks for 1 to 5 stars when a conversation that a person had is closed. */
    satisfaction: z.object({ ask: z.boolean(), question: Said }).strict(),
    /** Where the channel can. */
    look: z
      .object({
        quoteQuestion: z.boolean(),
        showSender: z.boolean(),
        suggestQuestions: z.boolean(),
        markRead: z.boolean(),
      })
      .strict(),
    /** A push that is counted is only made while more than so many are left; then a person is asked. */
    keepQuota: z.number().int().min(0).max(1_000_000),
    /** Opens forms inside LINE, which says who is there; null: forms open in a browser. Never copied to other channels. */
    liff: Liff.nullable(),
  })
  .strict()
  .meta({ id: 'ChannelSettings' });
export type ChannelSettings = z.infer<typeof ChannelSettings>;

export const DEFAULT_CHANNEL_SETTINGS: ChannelSettings = {
  greeting: { from: 'bot', text: '' },
  timeZone: 'Asia/Tokyo',
  hours: null,
  calendars: [],
  days: [],
  keywords: [],
  batchingDelay: 1500,
  language: 'auto',
  content: {
    image: 'person',
    video: 'person',
    audio: 'person',
    file: 'person',
    location: 'person',
    sticker: 'ask',
    postback: 'person',
    other: 'person',
  },
  handover: { words: [], confidenceBelow: null, onBadFeedback: true, afterFailures: 3, offer: false },
  giveBack: { idleMinutes: null, atClosing: false, offer: false },
  nobodyThere: '',
  assignment: 'none',
  respondWithin: { first: null, next: null },
  satisfaction: { ask: false, question: '' },
  look: { quoteQuestion: false, showSender: false, suggestQuestions: true, markRead: true },
  keepQuota: 0,
  liff: null,
};

export const getChannelSettings = endpoint({
  method: 'GET',
  path: '/api/channel/{uuid}/settings',
  summary: 'How a channel behaves',
  tag: 'channel settings',
  access: 'viewer',
  params: uuidParams(ChannelId),
  status: 200,
  output: ChannelSettings,
});
export const updateChannelSettings = endpoint({
  method: 'PUT',
  path: '/api/channel/{uuid}/settings',
  summary: 'Change how a channel behaves',
  tag: 'channel settings',
  access: 'admin',
  params: uuidParams(ChannelId),
  body: ChannelSettings,
  status: 200,
  output: ChannelSettings,
  errors: ['pattern_unsafe', 'message_not_ready'],
});
export const copyChannelSettings = endpoint({
  method: 'POST',
  path: '/api/channel/{uuid}/settings/copy',
  summary: 'Give other channels the same settings',
  tag: 'channel settings',
  access: 'admin',
  params: uuidParams(ChannelId),
  body: z.object({ channelUuids: z.array(ChannelId).min(1).max(100) }).strict(),
  status: 200,
  output: z.object({ changed: z.number().int() }),
});
/** Tries settings that need not be saved. */
export const tryChannelSettings = endpoint({
  method: 'POST',
  path: '/api/channel/{uuid}/settings/try',
  summary: 'What a message would meet: a keyword, a person who is there, or the bot',
  tag: 'channel settings',
  access: 'viewer',
  params: uuidParams(ChannelId),
  body: z
    .object({ settings: ChannelSettings, text: z.string().max(5000), at: z.iso.datetime({ offset: true }) })
    .strict(),
  status: 200,
  output: z.object({
    keyword: z.uuid().nullable(),
    reply: z.string().nullable(),
    wantsPerson: z.boolean(),
    isOpen: z.boolean(),
    /** Name of the holiday, in the calendar's language. */
    holiday: z.string().nullable(),
    opensAt: z.iso.datetime({ offset: true }).nullable(),
  }),
  errors: ['pattern_unsafe'],
});
export const listHolidays = endpoint({
  method: 'GET',
  path: '/api/holidays',
  summary: 'Public holidays of a year, built in',
  tag: 'channel settings',
  access: 'viewer',
  query: z.object({ calendar: HolidayCalendar, year: z.coerce.number().int().min(2024).max(2035) }),
  status: 200,
  output: z.object({ items: z.array(z.object({ day: Day, name: z.string() })) }),
});
