import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { ConversationId, FriendId, MediaId, MessageId, RichMessageId, UserId, uuidParams } from './ids.ts';
import { MediaView } from './media.ts';
import { PictureSource } from './menu-pictures.ts';
import { PageQuery, pageOf, Time } from './page.ts';
import { shortWords, TapLink, words } from './typed-words.ts';

export const RICH_MESSAGES_MAX = 500;
export const RICH_MESSAGE_AREAS_MAX = 50;
/** Pixels; all coordinates are given at this width. */
export const RICH_MESSAGE_WIDTH = 1_040;
/** The vendor's client asks for the picture in these. */
export const RICH_MESSAGE_WIDTHS = [240, 300, 460, 700, 1_040] as const;

const Side = z.number().int().min(0).max(2_080);
const Place = { x: Side, y: Side, width: Side.min(1), height: Side.min(1) };
/** Counted as the vendor counts here: an emoji takes two or more. */
const units = (max: number) => words(max).min(1);
export const RichMessageArea = z
  .object({
    id: z.string().regex(/^[a-z0-9]{1,12}$/),
    ...Place,
    label: shortWords(50),
    /** Null: not chosen yet; such a message can't be sent. */
    action: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('message'), text: units(400) }).strict(),
        z.object({ kind: z.literal('link'), url: TapLink }).strict(),
        z.object({ kind: z.literal('copy'), text: units(1_000) }).strict(),
      ])
      .nullable(),
  })
  .strict();
export type RichMessageArea = z.output<typeof RichMessageArea>;
export const RichMessageDefinition = z
  .object({
    /** Pixels at the width of 1,040. */
    height: z.number().int().min(260).max(2_080),
    picture: PictureSource.nullable(),
    /** Stands in notifications and in the list of chats. */
    altText: shortWords(400),
    areas: z.array(RichMessageArea).max(RICH_MESSAGE_AREAS_MAX),
    /** Plays inside the picture; MP4, at an address or uploaded. `link` is offered at its end. */
    video: z
      .object({
        ...Place,
        url: TapLink.nullable(),
        /** Instead of an address. */
        mediaUuid: MediaId.nullable().default(null),
        /** What is seen before it plays, at an address or uploaded; neither: what the picture shows in that place. */
        previewUrl: TapLink.nullable(),
        previewMediaUuid: MediaId.nullable().default(null),
        link: z
          .object({ url: TapLink, label: shortWords(30).min(1) })
          .strict()
          .nullable(),
      })
      .strict()
      .refine(({ url, mediaUuid }) => url !== null || mediaUuid !== null, 'an address or an upload')
      .nullable(),
  })
  .strict()
  .meta({ id: 'RichMessageDefinition' });
export type RichMessageDefinition = z.output<typeof RichMessageDefinition>;

export const RICH_MESSAGE_PROBLEMS = [
  'no_picture',
  'picture_missing',
  'no_alt_text',
  'area_outside',
  'no_action',
  /** Spelled as LINE wants it, the address has more than 1,000 characters. */
  'link_too_long',
  /** LINE plays videos of `https:` addresses alone. */
  'video_not_secure',
  /** An upload that is gone, or not what it should be. */
  'video_missing',
  /** LINE fetches pictures from `https:` addresses alone, and this server has none. */
  'no_public_url',
] as const;
export const RichMessageView = z
  .object({
    uuid: RichMessageId,
    name: z.string(),
    definition: RichMessageDefinition,
    revision: z.number().int(),
    /** What keeps it from being sent. */
    problems: z.array(z.object({ reason: z.enum(RICH_MESSAGE_PROBLEMS), areaId: z.string().nullable() })),
    /** Uploads that it shows: its video, and what is seen before that plays. */
    media: z.array(MediaView),
    /** Where the widths of the picture are served; null: not drawn. */
    baseUrl: z.string().nullable(),
    /** When it was last sent to anybody; null: never. */
    sentAt: Time.nullable(),
    createdBy: z.object({ uuid: UserId, name: z.string() }).nullable(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'RichMessage' });
export type RichMessageView = z.infer<typeof RichMessageView>;

/** How an address answers that is to be played as a video, or what an upload is. */
export const VIDEO_STATES = [
  'fine',
  'not_secure',
  'not_found',
  'not_mp4',
  /** An MP4 whose picture or sound has another form than H.264 and AAC, as phones record to save space. */
  'wrong_codec',
  'too_heavy',
  'unreachable',
] as const;

const TAG = 'line';
const params = uuidParams(RichMessageId);
const Name = shortWords(80).min(1);

export const listRichMessages = endpoint({
  method: 'GET',
  path: '/api/user/line/rich-messages',
  summary: 'Rich messages, the newest first',
  tag: TAG,
  access: 'viewer',
  query: PageQuery,
  status: 200,
  output: pageOf(RichMessageView),
});
export const createRichMessage = endpoint({
  method: 'POST',
  path: '/api/user/line/rich-message',
  summary: 'Adds a rich message (imagemap)',
  tag: TAG,
  access: 'admin',
  body: z.object({ name: Name, definition: RichMessageDefinition.optional() }).strict(),
  status: 201,
  output: RichMessageView,
  errors: ['name_taken', 'too_many_rich_messages', 'media_type_unsupported'],
});
export const getRichMessage = endpoint({
  method: 'GET',
  path: '/api/user/line/rich-message/{uuid}',
  summary: 'One rich message',
  tag: TAG,
  access: 'viewer',
  params,
  status: 200,
  output: RichMessageView,
});
const Change = z.object({ name: Name, definition: RichMessageDefinition, revision: z.number().int() });
export const replaceRichMessage = endpoint({
  method: 'PUT',
  path: '/api/user/line/rich-message/{uuid}',
  summary: 'Replaces a rich message; what was sent stays as it was',
  tag: TAG,
  access: 'admin',
  params,
  body: Change.strict(),
  status: 200,
  output: RichMessageView,
  errors: ['name_taken', 'rich_message_changed', 'media_type_unsupported'],
});
export const changeRichMessage = endpoint({
  method: 'PATCH',
  path: '/api/user/line/rich-message/{uuid}',
  summary:
    'Changes a rich message; what is absent stays. A `definition` goes with the `revision` it was made from',
  tag: TAG,
  access: 'admin',
  params,
  body: Change.partial().strict(),
  status: 200,
  output: RichMessageView,
  errors: ['name_taken', 'rich_message_changed', 'media_type_unsupported'],
});
export const deleteRichMessage = endpoint({
  method: 'DELETE',
  path: '/api/user/line/rich-message/{uuid}',
  summary: 'Deletes a rich message; pictures of sent ones stay for 90 days',
  tag: TAG,
  access: 'admin',
  params,
  status: 204,
});
export const testRichMessage = endpoint({
  method: 'POST',
  path: '/api/user/line/rich-message/{uuid}/test',
  summary: 'Sends a rich message to one friend, in the name of the user who sends it',
  tag: TAG,
  access: 'operator',
  params,
  /** One of the two. */
  body: z
    .object({ friendUuid: FriendId.optional(), conversationUuid: ConversationId.optional() })
    .strict()
    .refine(
      ({ friendUuid, conversationUuid }) => (friendUuid === undefined) !== (conversationUuid === undefined),
      {
        message: 'a friend or a conversation',
      },
    ),
  status: 201,
  output: z.object({ messageUuid: MessageId, conversationUuid: ConversationId }),
  errors: [
    'rich_message_incomplete',
    'conversation_taken',
    'channel_disconnected',
    'message_not_deliverable',
    'sending_window_closed',
    'sending_quota_short',
  ],
});
export const checkVideo = endpoint({
  method: 'POST',
  path: '/api/user/line/video',
  summary: 'Whether an address or an upload is a video that LINE can play (MP4, up to 200 MB, https)',
  tag: TAG,
  access: 'admin',
  /** One of the two. */
  body: z
    .object({ url: TapLink.optional(), mediaUuid: MediaId.optional() })
    .strict()
    .refine(({ url, mediaUuid }) => (url === undefined) !== (mediaUuid === undefined), {
      message: 'an address or an upload',
    }),
  status: 200,
  output: z.object({ state: z.enum(VIDEO_STATES), bytes: z.number().int().nullable() }),
});
