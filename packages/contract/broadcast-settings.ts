import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { TagId } from './ids.ts';
import { normaliseText } from './text.ts';
import { shortWords } from './typed-words.ts';

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** The form in which a whole message is compared with a word: width, case and what stands around make no difference. */
export const subscriptionForm = (text: string): string =>
  normaliseText(text.slice(0, 200))
    .replace(/^[\p{P}\p{Z}\s]+|[\p{P}\p{Z}\s]+$/gu, '')
    .replace(/\s+/gu, ' ');

const SubscriptionWords = z
  .array(shortWords(40).refine((word) => subscriptionForm(word) !== '', 'a word'))
  .max(30);

const Fields = z.object({
  /** Most broadcasts to one customer within so many days; null: no limit. */
  cap: z
    .object({ broadcasts: z.number().int().min(1).max(100), days: z.number().int().min(1).max(365) })
    .strict()
    .nullable(),
  /** Nothing is sent then; the time is that of the account's zone. Null: there is no quiet. */
  quiet: z
    .object({ from: Clock, until: Clock })
    .strict()
    .refine(({ from, until }) => from !== until, { path: ['until'], message: 'another time' })
    .nullable(),
  /** A customer who sends exactly one of these gets only what they ask for from then on. Empty: no word does that. */
  unsubscribeWords: SubscriptionWords,
  /** A customer who sends exactly one of these gets it again. */
  resumeWords: SubscriptionWords,
  /** Added to customers who unsubscribe; a customer who has it gets no broadcast. */
  tagUuid: TagId.nullable(),
});

export const BroadcastSettings = Fields.extend({ timeZone: z.string() }).meta({ id: 'BroadcastSettings' });
export type BroadcastSettings = z.output<typeof BroadcastSettings>;

export const DEFAULT_UNSUBSCRIBE_WORDS: readonly string[] = [
  'STOP',
  'UNSUBSCRIBE',
  '配信停止',
  '配信停止希望',
  'hủy nhận tin',
  'huy nhan tin',
  'ngừng nhận tin',
  'ngung nhan tin',
];
export const DEFAULT_RESUME_WORDS: readonly string[] = [
  'START',
  '配信再開',
  'đăng ký nhận tin',
  'dang ky nhan tin',
];

const TAG = 'broadcasts';
export const getBroadcastSettings = endpoint({
  method: 'GET',
  path: '/api/broadcast-settings',
  summary: 'What holds for all broadcasts: how often, when not, and the words by which people unsubscribe',
  tag: TAG,
  access: 'viewer',
  status: 200,
  output: BroadcastSettings,
});
export const changeBroadcastSettings = endpoint({
  method: 'PATCH',
  path: '/api/broadcast-settings',
  summary: 'Changes what holds for all broadcasts; what is absent stays',
  tag: TAG,
  access: 'admin',
  body: Fields.partial().strict(),
  status: 200,
  output: BroadcastSettings,
});
