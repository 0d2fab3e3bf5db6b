import { z } from 'zod';
import { Locale } from './accounts.ts';
import { Usage } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { DocumentId, KnowledgeId, PostId, uuidParams } from './ids.ts';
import { MessageContent } from './message-content.ts';
import { POST_LENGTH_MAX } from './posts.ts';
import { words } from './typed-words.ts';

/** What a model can do for a post. */
export const POST_HELP_KINDS = [
  'outline',
  'continue',
  'shorten',
  'tone',
  'translate',
  'headlines',
  'description',
] as const;
export type PostHelpKind = (typeof POST_HELP_KINDS)[number];
export const POST_TONES = ['friendly', 'polite', 'plain', 'lively'] as const;
export type PostTone = (typeof POST_TONES)[number];
/** Characters of the HTML that can be shortened, put into another tone or translated at once. */
export const POST_HELP_TEXT_MAX = 60_000;
export const POST_HEADLINES = 5;
/** Characters of a description that a model writes. */
export const POST_DESCRIPTION_MAX = 160;

const Title = words(200);
const Text = z.string().max(POST_LENGTH_MAX);
const common = {
  /** Of the post. */
  language: Locale,
  /** A service of the catalogue; absent: the cheapest language model that the account has. */
  serviceUuid: z.string().min(1).max(200).optional(),
};
const ofText = { ...common, title: Title.default(''), content: Text };

export const PostHelpInput = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('outline'),
      ...common,
      knowledgeUuid: KnowledgeId,
      /** What the post is about. */
      topic: words(300).min(1),
    })
    .strict(),
  /** `content`: the text before the place where it goes on. */
  z.object({ kind: z.literal('continue'), ...ofText }).strict(),
  z.object({ kind: z.literal('shorten'), ...ofText }).strict(),
  z.object({ kind: z.literal('tone'), ...ofText, tone: z.enum(POST_TONES) }).strict(),
  z
    .object({
      kind: z.literal('translate'),
      ...ofText,
      description: words(300).default(''),
      /** What the cover shows. */
      coverAlt: words(300).default(''),
      to: Locale,
    })
    .strict(),
  z.object({ kind: z.literal('headlines'), ...ofText }).strict(),
  z.object({ kind: z.literal('description'), ...ofText }).strict(),
]);
export type PostHelpInput = z.output<typeof PostHelpInput>;

/** A document that an outline rests on. */
export const PostSource = z
  .object({
    knowledgeUuid: KnowledgeId,
    documentUuid: DocumentId,
    title: z.string(),
    /** Headings of the passages that were read, or of the outline that was made without a model; each once. */
    headings: z.array(z.string()),
  })
  .meta({ id: 'PostSource' });
export type PostSource = z.infer<typeof PostSource>;

/** `cut`: at the limit of the model's output. `failed`: the model broke off; what came before is there. */
export const POST_HELP_ENDINGS = ['whole', 'cut', 'failed', 'stopped'] as const;
export type PostHelpEnding = (typeof POST_HELP_ENDINGS)[number];

/** What was written; the post has not changed. */
export const PostHelp = z
  .object({
    kind: z.enum(POST_HELP_KINDS),
    /** Sanitised HTML; empty for `headlines` and `description`. */
    content: z.string(),
    /** `headlines`: to choose from. `translate`: the title. Else empty. */
    titles: z.array(z.string()),
    /** `description` and `translate`; else empty. */
    description: z.string(),
    /** `translate`: what the cover shows; else empty. */
    coverAlt: z.string(),
    /** Of an `outline`. */
    sources: z.array(PostSource),
    ending: z.enum(POST_HELP_ENDINGS),
    serviceUuid: z.string(),
    usage: Usage,
  })
  .meta({ id: 'PostHelp' });
export type PostHelp = z.infer<typeof PostHelp>;

/**
 * The stream: `start`, `data-sources`, `text-delta` (the model's text as it comes, not sanitised), `data-help` with the
 * result, `finish`. What fails before the first text is a problem with a status.
 */
export const PostHelpParts = { sources: z.array(PostSource), help: PostHelp };

const TAG = 'posts';
const params = uuidParams(PostId);

export const helpWithPost = endpoint({
  method: 'POST',
  path: '/api/post/{uuid}/help',
  summary:
    'Has a model write for a post: an outline from a knowledge base, more text, a shorter one, another tone, a translation, headlines or a description. The post stays as it is. Charged; not for API keys. Without a language model only `outline` works, from headings and sentences of passages',
  tag: TAG,
  access: 'operator',
  params,
  body: PostHelpInput,
  status: 200,
  output: PostHelp,
  stream: 'ui-message-stream',
  errors: [
    'no_language_model',
    'service_unavailable_model',
    'text_too_long',
    'no_passages',
    'balance_empty',
    'balance_busy',
    'model_failed',
    'rate_limited',
  ],
});

export const stopPostHelp = endpoint({
  method: 'POST',
  path: '/api/post/{uuid}/help/stop',
  summary:
    'Stops the help with a post that this member has running; its stream ends with what was written and charged until then. `stopped` is false when this server runs none',
  tag: TAG,
  access: 'operator',
  params,
  status: 200,
  output: z.object({ stopped: z.boolean() }),
});

export const getPostMessage = endpoint({
  method: 'GET',
  path: '/api/post/{uuid}/message',
  summary:
    'A message with a card of the published post, in its language, for example for a broadcast, and the languages that it can be had in. Nothing is sent or stored',
  tag: TAG,
  access: 'viewer',
  params,
  status: 200,
  output: z.object({
    name: z.string(),
    content: MessageContent,
    language: Locale,
    /** Public posts that say the same, one in each language, its own included. */
    languages: z.array(
      z.object({
        uuid: PostId,
        language: Locale,
        /** Of all of them, the one for readers of every other language. */
        isDefault: z.boolean(),
      }),
    ),
  }),
  errors: ['post_not_published'],
});
