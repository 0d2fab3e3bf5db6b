import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { z } from 'zod';

/** Where addresses are, by a table that is part of the program: nobody outside is asked. */
export interface IpLocations {
  /** ISO 3166 code; null for private addresses, unknown ones, and what is no address. */
  countryOf(address: string): Promise<string | null>;
}

const Entry = z.object({ country_code: z.string().length(2) });
const TABLE = import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');
/** How a socket that serves both families writes an IPv4 address. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/** The table (8 MB, searched where it lies) is read when the first address is asked for. */
export function createIpLocations(): IpLocations {
  let table: Promise<Reader<CountryResponse>> | null = null;
  const load = async () => new Reader<CountryResponse>(await readFile(fileURLToPath(TABLE)));
  return {
    async countryOf(address) {
      table ??= load();
      // This table is flatter than the vendor's own that the library describes.
      const found: unknown = (await table).get(address.replace(MAPPED, ''));
      return Entry.safeParse(found).data?.country_code ?? null;
    },
  };
}
