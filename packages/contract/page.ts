import { z } from 'zod';

export const PAGE_SIZE_MAX = 100;

/** Query of every list: `page` from 1, `pageSize` up to 100, `q` searches. */
export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(20),
  q: z.string().trim().max(200).optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** Shape of every list's answer. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.number().int(),
    page: z.number().int(),
    pageSize: z.number().int(),
  });

/** Times are ISO 8601 in UTC. */
export const Time = z.iso.datetime({ offset: true });
