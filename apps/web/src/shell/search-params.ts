/** Reads one parameter of an address; what it cannot be is left out. */
type Read<Value> = (given: unknown) => Value | undefined;

export const text: Read<string> = (given) => (typeof given === 'string' ? given : undefined);

/** At most that long, as the API takes it. */
export const textUpTo =
  (most: number): Read<string> =>
  (given) =>
    typeof given === 'string' && given.length <= most ? given : undefined;

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
/** A moment with its offset, as the API takes it. */
export const time: Read<string> = (given) =>
  typeof given === 'string' && TIME.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined;

export const flag: Read<boolean> = (given) => (typeof given === 'boolean' ? given : undefined);

/** There, or not. */
export const mark: Read<true> = (given) => (given === true ? given : undefined);

/** Of a list, counted from 1. */
export const page: Read<number> = (given) =>
  Number.isSafeInteger(given) && Number(given) >= 1 ? Number(given) : undefined;

export const oneOf =
  <const Values extends readonly string[]>(values: Values): Read<Values[number]> =>
  (given) =>
    values.find((value) => value === given);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
export const isId = <Id extends string>(given: unknown): given is Id =>
  typeof given === 'string' && UUID.test(given);

export const id =
  <Id extends string>(): Read<Id> =>
  (given) =>
    isId<Id>(given) ? given : undefined;

type Search<Parts extends Record<string, Read<unknown>>> = {
  [Name in keyof Parts]?: ReturnType<Parts[Name]>;
};

/**
 * What of an address a page uses: these parameters, each by itself. Not by schemas of zod, because every route is known
 * on every page, and most pages have no form to check with it.
 */
export const search =
  <const Parts extends Record<string, Read<unknown>>>(parts: Parts) =>
  (given: Record<string, unknown>): Search<Parts> =>
    Object.fromEntries(
      Object.entries(parts).map(([name, read]) => [name, read(given[name])]),
    ) as Search<Parts>;
