import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { BotId, CuratedId, uuidParams } from './ids.ts';
import { PageQuery, pageOf, Time } from './page.ts';

/** Most answers of one bot, and most ways to ask for one. */
export const CURATED_MAX = 500;
export const CURATED_QUESTIONS_MAX = 20;

const question = z.string().trim().min(1).max(300);
const fields = {
  /** Ways to ask. A message that asks the same in other words is not matched: meaning is not guessed. */
  questions: z.array(question).min(1).max(CURATED_QUESTIONS_MAX),
  answer: z.string().trim().min(1).max(4_000),
  enabled: z.boolean(),
};

/** An answer written by a person, given without a model. */
export const CuratedView = z
  .object({ uuid: CuratedId, botUuid: BotId, ...fields, createdAt: Time, updatedAt: Time })
  .meta({ id: 'CuratedAnswer' });
export type CuratedView = z.infer<typeof CuratedView>;

export const CuratedInput = z.object({ ...fields, enabled: fields.enabled.default(true) }).strict();
export type CuratedInput = z.infer<typeof CuratedInput>;
export const CuratedPatch = z.object(fields).partial().strict();
export type CuratedPatch = z.infer<typeof CuratedPatch>;

export const listCurated = endpoint({
  method: 'GET',
  path: '/api/user/bot/{uuid}/curated',
  summary: 'Curated answers of a bot, newest first; `q` searches questions and answers',
  tag: 'bots',
  access: 'viewer',
  params: uuidParams(BotId),
  query: PageQuery,
  status: 200,
  output: pageOf(CuratedView),
});
export const createCurated = endpoint({
  method: 'POST',
  path: '/api/user/bot/{uuid}/curated',
  summary: 'Write an answer that a bot gives without a model',
  tag: 'bots',
  access: 'admin',
  params: uuidParams(BotId),
  body: CuratedInput,
  status: 200,
  output: CuratedView,
  errors: ['too_many_curated'],
});
export const tryCurated = endpoint({
  method: 'POST',
  path: '/api/user/bot/{uuid}/curated/try',
  summary: 'Which curated answer a message would get; null: none',
  tag: 'bots',
  access: 'viewer',
  params: uuidParams(BotId),
  body: z.object({ message: z.string().trim().min(1).max(8_000) }).strict(),
  status: 200,
  output: z.object({ curated: CuratedView.nullable() }),
});
export const updateCurated = endpoint({
  method: 'PATCH',
  path: '/api/user/curated/{uuid}',
  summary: 'Change a curated answer, or switch it off',
  tag: 'bots',
  access: 'admin',
  params: uuidParams(CuratedId),
  body: CuratedPatch,
  status: 200,
  output: CuratedView,
});
export const deleteCurated = endpoint({
  method: 'DELETE',
  path: '/api/user/curated/{uuid}',
  summary: 'Delete a curated answer',
  tag: 'bots',
  access: 'admin',
  params: uuidParams(CuratedId),
  status: 204,
});
