import { z } from 'zod';
import { UserId } from './ids.ts';
import { Time } from './page.ts';

/** One publication of what has a draft; it never changes. */
export const publishedVersion = <Definition extends z.ZodType>(definition: Definition) =>
  z.object({
    number: z.number().int(),
    definition,
    /** Null: a person who has left. */
    publishedBy: z.object({ uuid: UserId, name: z.string() }).nullable(),
    at: Time,
  });
