import { notFound } from '@tanstack/react-router';
import type { z } from 'zod';

/** A path parameter that must be an id; anything else is a page that does not exist. */
export function idParam<Schema extends z.ZodType>(schema: Schema, value: string): z.output<Schema> {
  const id = schema.safeParse(value);
  if (!id.success) throw notFound();
  return id.data;
}
