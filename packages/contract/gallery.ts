import { z } from 'zod';
import { Locale } from './accounts.ts';
import { BotView } from './bots.ts';
import { endpoint } from './endpoint.ts';
import { BotId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';
import { VisitorAnswer, VisitorQuestion } from './visitors.ts';

export const GALLERY_CATEGORIES = [
  'support',
  'shop',
  'food',
  'travel',
  'school',
  'health',
  'work',
  'fun',
  'other',
] as const;
export type GalleryCategory = (typeof GALLERY_CATEGORIES)[number];
export const REPORT_REASONS = ['spam', 'harmful', 'wrong', 'rights', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Names that pages of the product have or may get. */
const RESERVED_SLUGS: readonly string[] = [
  'new',
  'search',
  'create',
  'edit',
  'admin',
  'api',
  'hanasu',
  'bot',
  'bots',
];

/** Part of the address of a public bot. */
export const Slug = z
  .string()
  .min(3)
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .refine((slug) => !RESERVED_SLUGS.includes(slug));

/** A public bot as everybody sees it. */
export const GalleryBot = z
  .object({
    slug: z.string(),
    title: z.string(),
    description: z.string(),
    category: z.enum(GALLERY_CATEGORIES),
    language: Locale,
    coverUrl: z.string().nullable(),
    isTemplate: z.boolean(),
    /** Conversations that were begun. */
    chats: z.number().int(),
    createdAt: Time,
  })
  .meta({ id: 'GalleryBot' });
export type GalleryBot = z.infer<typeof GalleryBot>;

export const GalleryBotDetail = GalleryBot.extend({
  greeting: z.string(),
  suggestedQuestions: z.array(z.string()),
}).meta({ id: 'GalleryBotDetail' });
export type GalleryBotDetail = z.infer<typeof GalleryBotDetail>;

export const ListingInput = z
  .object({
    slug: Slug,
    title: z.string().trim().min(1).max(80),
    description: z.string().trim().min(1).max(600),
    category: z.enum(GALLERY_CATEGORIES),
    language: Locale,
    isTemplate: z.boolean().default(false),
  })
  .strict();
export type ListingInput = z.infer<typeof ListingInput>;

/** How the account's own bot is listed. */
export const ListingView = z
  .object({
    ...ListingInput.shape,
    slug: z.string(),
    isTemplate: z.boolean(),
    coverUrl: z.string().nullable(),
    chats: z.number().int(),
    /** Hidden by an administrator after reports. */
    isHidden: z.boolean(),
    reports: z.number().int(),
    /** Listed, but not shown: the bot is paused or was never published. */
    isAsleep: z.boolean(),
    createdAt: Time,
  })
  .meta({ id: 'Listing' });
export type ListingView = z.infer<typeof ListingView>;

const slugParams = z.object({ slug: z.string().min(1).max(60) });

export const listPublicBots = endpoint({
  method: 'GET',
  path: '/api/public/bots',
  summary: 'Bots that anybody may talk to',
  tag: 'gallery',
  access: 'public',
  query: PageQuery.extend({
    category: z.enum(GALLERY_CATEGORIES).optional(),
    language: Locale.optional(),
    sort: z.enum(['popular', 'new']).default('popular'),
  }),
  status: 200,
  output: pageOf(GalleryBot),
});
export const getPublicBot = endpoint({
  method: 'GET',
  path: '/api/public/bot/{slug}',
  summary: 'One public bot',
  tag: 'gallery',
  access: 'public',
  params: slugParams,
  status: 200,
  output: GalleryBotDetail,
});
export const chatWithPublicBot = endpoint({
  method: 'POST',
  path: '/api/public/bot/{slug}/chat',
  summary:
    'Ask a public bot without an account, as often as the settings PUBLIC_CHAT_PER_DAY and PUBLIC_CHAT_PER_MINUTE allow: a UI message stream, or one JSON with `Accept: application/json`',
  tag: 'gallery',
  access: 'public',
  params: slugParams,
  body: VisitorQuestion,
  status: 200,
  output: VisitorAnswer,
  stream: 'ui-message-stream',
  errors: ['chat_limit_reached', 'conversation_not_found', 'conversation_busy'],
});
export const reportPublicBot = endpoint({
  method: 'POST',
  path: '/api/public/bot/{slug}/report',
  summary: 'Tell that a public bot should not be public; once a day from one address',
  tag: 'gallery',
  access: 'public',
  params: slugParams,
  body: z.object({ reason: z.enum(REPORT_REASONS), text: z.string().trim().max(1000).default('') }).strict(),
  status: 204,
  errors: ['reported_already'],
});
export const usePublicBot = endpoint({
  method: 'POST',
  path: '/api/public/bot/{slug}/use',
  summary:
    'Make an own draft of a public bot that may be used as a template; without its knowledge and tools',
  tag: 'gallery',
  access: 'admin',
  params: slugParams,
  status: 200,
  output: BotView,
  errors: ['not_a_template'],
});

export const getListing = endpoint({
  method: 'GET',
  path: '/api/user/bot/{uuid}/listing',
  summary: 'How a bot is listed in the gallery; null when it is not',
  tag: 'gallery',
  access: 'viewer',
  params: uuidParams(BotId),
  status: 200,
  output: z.object({ listing: ListingView.nullable() }),
});
export const saveListing = endpoint({
  method: 'POST',
  path: '/api/user/bot/{uuid}/listing',
  summary: 'List a bot in the gallery, or change how it is listed',
  tag: 'gallery',
  access: 'admin',
  confirmed: true,
  params: uuidParams(BotId),
  body: ListingInput,
  status: 200,
  output: ListingView,
  errors: ['email_unconfirmed', 'slug_taken', 'bot_not_published'],
});
export const deleteListing = endpoint({
  method: 'DELETE',
  path: '/api/user/bot/{uuid}/listing',
  summary: 'Take a bot out of the gallery',
  tag: 'gallery',
  access: 'admin',
  params: uuidParams(BotId),
  status: 204,
});
export const setListingCover = endpoint({
  method: 'POST',
  path: '/api/user/bot/{uuid}/listing/cover',
  summary: 'Picture of a listed bot, as multipart field `file`: PNG, JPEG or WebP up to 5 MB',
  tag: 'gallery',
  access: 'admin',
  params: uuidParams(BotId),
  upload: { maxBytesSetting: 'MAX_UPLOAD_BYTES' },
  status: 200,
  output: ListingView,
  errors: ['file_missing', 'file_empty', 'file_too_large', 'image_invalid'],
});
export const deleteListingCover = endpoint({
  method: 'DELETE',
  path: '/api/user/bot/{uuid}/listing/cover',
  summary: 'Take the picture of a listed bot away',
  tag: 'gallery',
  access: 'admin',
  params: uuidParams(BotId),
  status: 200,
  output: ListingView,
});
