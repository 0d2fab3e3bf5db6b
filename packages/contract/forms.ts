import { z } from 'zod';
import { SENT_FORMS } from './actions.ts';
import { endpoint } from './endpoint.ts';
import { FORM_LANGUAGES, FormDefinition, FormSettings } from './form-definition.ts';
import { ChannelId, ConversationId, FormId, FriendId, MessageId, UserId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';
import { publishedVersion } from './published-versions.ts';
import { words } from './typed-words.ts';

export const FORMS_MAX = 200;

/** `draft`: never published. `closed`: by staff; `full`, `early`, `over` follow from the settings. */
export const FORM_STATES = ['draft', 'open', 'closed', 'full', 'early', 'over'] as const;
export type FormState = (typeof FORM_STATES)[number];

const Name = words(80).min(1);
const Slug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{1,58})[a-z0-9]$/);
const Member = z.object({ uuid: UserId, name: z.string() }).nullable();
export const FormView = z
  .object({
    uuid: FormId,
    name: z.string(),
    /** Of the page `/form/{slug}`. */
    slug: z.string(),
    state: z.enum(FORM_STATES),
    /** Null: never published. */
    version: z.number().int().nullable(),
    /** The draft differs from what is published. */
    hasChanges: z.boolean(),
    settings: FormSettings,
    /** On the page where the settings name no shop. */
    accountName: z.string(),
    submissions: z.object({ total: z.number().int(), fresh: z.number().int() }),
    createdBy: Member,
    createdAt: Time,
    updatedAt: Time,
    archivedAt: Time.nullable(),
  })
  .meta({ id: 'Form' });
export type FormView = z.infer<typeof FormView>;
export const FormWithDraft = FormView.extend({
  draft: FormDefinition,
  /** Of the draft; sent back with a change, so that nobody overwrites what they have not seen. */
  revision: z.number().int(),
}).meta({ id: 'FormWithDraft' });
export type FormWithDraft = z.infer<typeof FormWithDraft>;

export const FORM_TEMPLATES = [
  'empty',
  'contact',
  'reservation',
  'questionnaire',
  'application',
  'school',
] as const;
export type FormTemplate = (typeof FORM_TEMPLATES)[number];

const params = uuidParams(FormId);
const TAG = 'forms';

export const listForms = endpoint({
  method: 'GET',
  path: '/api/form',
  summary: 'Forms, the newest first',
  tag: TAG,
  access: 'viewer',
  query: PageQuery.extend({ archived: z.stringbool().default(false) }),
  status: 200,
  output: pageOf(FormView),
});
export const createForm = endpoint({
  method: 'POST',
  path: '/api/form',
  summary: 'Adds a form that is not published, from a template or from a definition of its own',
  tag: TAG,
  access: 'admin',
  body: z
    .object({
      name: Name,
      /** Words of the template are in this language. */
      language: z.enum(FORM_LANGUAGES).default('en'),
      template: z.enum(FORM_TEMPLATES).default('empty'),
      definition: FormDefinition.optional(),
    })
    .strict(),
  status: 201,
  output: FormWithDraft,
  errors: ['name_taken', 'too_many_forms'],
});
export const getForm = endpoint({
  method: 'GET',
  path: '/api/form/{uuid}',
  summary: 'One form with its draft',
  tag: TAG,
  access: 'viewer',
  params,
  status: 200,
  output: FormWithDraft,
});
export const changeForm = endpoint({
  method: 'PATCH',
  path: '/api/form/{uuid}',
  summary:
    'Changes a form; what is absent stays. A `draft` goes with the `revision` it was made from. `closed` takes no more submissions',
  tag: TAG,
  access: 'admin',
  params,
  body: z
    .object({
      name: Name,
      slug: Slug,
      draft: FormDefinition,
      revision: z.number().int(),
      settings: FormSettings,
      closed: z.boolean(),
      archived: z.boolean(),
    })
    .partial()
    .strict(),
  status: 200,
  output: FormWithDraft,
  errors: ['name_taken', 'slug_taken', 'form_changed'],
});
export const deleteForm = endpoint({
  method: 'DELETE',
  path: '/api/form/{uuid}',
  summary: 'Deletes a form with its submissions and their files. What they filled in of customers stays',
  tag: TAG,
  access: 'admin',
  params,
  status: 204,
});
export const publishForm = endpoint({
  method: 'POST',
  path: '/api/form/{uuid}/publish',
  summary:
    'Makes the draft what is answered, as a new version. Who has begun with the one before can send that',
  tag: TAG,
  access: 'admin',
  params,
  status: 200,
  output: FormWithDraft,
  errors: ['nothing_to_publish', 'form_incomplete'],
});
export const FormVersion = publishedVersion(FormDefinition).meta({ id: 'FormVersion' });
export type FormVersion = z.infer<typeof FormVersion>;
export const listFormVersions = endpoint({
  method: 'GET',
  path: '/api/form/{uuid}/versions',
  summary:
    'Published versions of a form, newest first. One is used again by sending its definition as the draft',
  tag: TAG,
  access: 'viewer',
  params,
  query: PageQuery.omit({ q: true }),
  status: 200,
  output: pageOf(FormVersion),
});
export const getFormVersion = endpoint({
  method: 'GET',
  path: '/api/form/{uuid}/version/{number}',
  summary: 'One published version',
  tag: TAG,
  access: 'viewer',
  params: params.extend({ number: z.coerce.number().int().min(1).max(1_000_000) }),
  status: 200,
  output: FormVersion,
});
export const linkForm = endpoint({
  method: 'POST',
  path: '/api/form/{uuid}/link',
  summary: 'A link that says which friend it is for, for seven days',
  tag: TAG,
  access: 'operator',
  params,
  body: z.object({ friendUuid: FriendId }).strict(),
  status: 201,
  output: z.object({ url: z.string(), expiresAt: Time }),
  errors: ['form_not_open'],
});
export const sendForm = endpoint({
  method: 'POST',
  path: '/api/form/{uuid}/send',
  summary:
    'Sends the customer of a conversation the form: as a link that says who it is for, or field by field in the chat; both for seven days',
  tag: TAG,
  access: 'operator',
  params,
  body: z.object({ conversationUuid: ConversationId, as: z.enum(SENT_FORMS).default('link') }).strict(),
  status: 201,
  output: z.object({ messageUuid: MessageId }),
  errors: [
    'form_not_open',
    'too_many_open_forms',
    'conversation_taken',
    'channel_disconnected',
    'message_not_deliverable',
    'sending_window_closed',
    'sending_quota_short',
  ],
});
export const revokeFormLinks = endpoint({
  method: 'DELETE',
  path: '/api/form/{uuid}/links',
  summary: 'Ends every link of the form that says who it is for',
  tag: TAG,
  access: 'admin',
  params,
  status: 204,
});

export const FORM_LOGIN_STATES = ['confirmed', 'untried', 'doubtful'] as const;
/**
 * Whether the login channel of a channel's settings (`liff`) belongs to the provider of the channel, without which
 * its tokens name people by ids that the channel does not know.
 */
export const getFormLogin = endpoint({
  method: 'GET',
  path: '/api/channel/{uuid}/form-login',
  summary: 'Whether the login channel of forms inside an app is of the same provider as the channel',
  tag: TAG,
  access: 'viewer',
  params: uuidParams(ChannelId),
  status: 200,
  output: z.object({
    /** Null: forms of the channel open in a browser. */
    login: z
      .object({
        /** The vendor's id, as the settings have it. */
        channelId: z.string(),
        /**
         * `confirmed`: it has proven a person whom the channel knows. `untried`: it has proven no one yet. `doubtful`: only
         * people whom the channel does not know: they are no friends, or it is of another provider.
         */
        state: z.enum(FORM_LOGIN_STATES),
      })
      .nullable(),
  }),
});
