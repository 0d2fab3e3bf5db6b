import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { TagGroupId, TagId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';

/** Colours of the theme, by name, so that they are right in light and dark. */
export const TAG_COLORS = ['gray', 'green', 'blue', 'violet', 'pink', 'red', 'orange', 'yellow'] as const;
export type TagColor = (typeof TAG_COLORS)[number];
export const TAGS_MAX = 2_000;
export const TAG_GROUPS_MAX = 200;

const Name = z.string().trim().normalize('NFC').min(1).max(60);

/** As much of a tag as stands beside a customer. */
export const TagShort = z.object({
  uuid: TagId,
  name: z.string(),
  color: z.enum(TAG_COLORS),
  groupUuid: TagGroupId.nullable(),
});
export type TagShort = z.infer<typeof TagShort>;

export const TagView = TagShort.extend({
  position: z.number().int(),
  /** Customers who have it. */
  customers: z.number().int(),
  /** No longer offered; whoever has it keeps it. */
  archivedAt: Time.nullable(),
  createdAt: Time,
}).meta({ id: 'Tag' });
export type TagView = z.infer<typeof TagView>;

export const TagGroupView = z
  .object({
    uuid: TagGroupId,
    name: z.string(),
    /** A customer has at most one tag of the group; a new one takes the place of the old. */
    exclusive: z.boolean(),
    position: z.number().int(),
    tags: z.number().int(),
    createdAt: Time,
  })
  .meta({ id: 'TagGroup' });
export type TagGroupView = z.infer<typeof TagGroupView>;

const TAG = 'tags';
const tagParams = uuidParams(TagId);
const groupParams = uuidParams(TagGroupId);

export const listTags = endpoint({
  method: 'GET',
  path: '/api/tag',
  summary: 'Tags with how many customers have each, in the order of their groups',
  tag: TAG,
  access: 'viewer',
  query: PageQuery.extend({ archived: z.stringbool().optional(), groupUuid: TagGroupId.optional() }),
  status: 200,
  output: pageOf(TagView),
});
export const createTag = endpoint({
  method: 'POST',
  path: '/api/tag',
  summary: 'Adds a tag',
  tag: TAG,
  access: 'operator',
  body: z
    .object({
      name: Name,
      color: z.enum(TAG_COLORS).default('gray'),
      groupUuid: TagGroupId.nullable().default(null),
    })
    .strict(),
  status: 201,
  output: TagView,
  errors: ['name_taken', 'too_many_tags'],
});
export const getTag = endpoint({
  method: 'GET',
  path: '/api/tag/{uuid}',
  summary: 'One tag',
  tag: TAG,
  access: 'viewer',
  params: tagParams,
  status: 200,
  output: TagView,
});
export const changeTag = endpoint({
  method: 'PATCH',
  path: '/api/tag/{uuid}',
  summary:
    'Changes a tag; what is absent stays. A group that takes one tag of each customer is refused while somebody has two',
  tag: TAG,
  access: 'admin',
  params: tagParams,
  body: z
    .object({
      name: Name.optional(),
      color: z.enum(TAG_COLORS).optional(),
      groupUuid: TagGroupId.nullable().optional(),
      position: z.number().int().min(0).max(TAGS_MAX).optional(),
      archived: z.boolean().optional(),
    })
    .strict(),
  status: 200,
  output: TagView,
  errors: ['name_taken', 'tag_group_conflict'],
});
export const deleteTag = endpoint({
  method: 'DELETE',
  path: '/api/tag/{uuid}',
  summary: 'Deletes a tag and takes it from every customer. `into`: they get that tag instead',
  tag: TAG,
  access: 'admin',
  params: tagParams,
  query: z.object({ into: TagId.optional() }),
  status: 204,
});
export const listTagGroups = endpoint({
  method: 'GET',
  path: '/api/tag-groups',
  summary: 'Groups of tags in their order',
  tag: TAG,
  access: 'viewer',
  query: PageQuery,
  status: 200,
  output: pageOf(TagGroupView),
});
export const createTagGroup = endpoint({
  method: 'POST',
  path: '/api/tag-group',
  summary: 'Adds a group of tags',
  tag: TAG,
  access: 'admin',
  body: z.object({ name: Name, exclusive: z.boolean().default(false) }).strict(),
  status: 201,
  output: TagGroupView,
  errors: ['name_taken', 'too_many_tags'],
});
export const getTagGroup = endpoint({
  method: 'GET',
  path: '/api/tag-group/{uuid}',
  summary: 'One group of tags',
  tag: TAG,
  access: 'viewer',
  params: groupParams,
  status: 200,
  output: TagGroupView,
});
export const changeTagGroup = endpoint({
  method: 'PATCH',
  path: '/api/tag-group/{uuid}',
  summary: 'Changes a group. `exclusive` is refused while a customer has two of its tags',
  tag: TAG,
  access: 'admin',
  params: groupParams,
  body: z
    .object({
      name: Name.optional(),
      exclusive: z.boolean().optional(),
      position: z.number().int().min(0).max(TAG_GROUPS_MAX).optional(),
    })
    .strict(),
  status: 200,
  output: TagGroupView,
  errors: ['name_taken', 'tag_group_conflict'],
});
export const deleteTagGroup = endpoint({
  method: 'DELETE',
  path: '/api/tag-group/{uuid}',
  summary: 'Deletes a group; its tags stay, without a group',
  tag: TAG,
  access: 'admin',
  params: groupParams,
  status: 204,
});
