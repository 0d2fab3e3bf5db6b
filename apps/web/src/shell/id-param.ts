import { notFound } from '@tanstack/react-router';
import { isId } from './search-params.ts';

/** A path parameter that must be an id; anything else is a page that does not exist. */
export function idParam<Id extends string>(value: string): Id {
  if (!isId<Id>(value)) throw notFound();
  return value;
}
