import { useAccountZone } from '../../shell/time-zones.ts';

/** Times as the account's clock shows them. */
export function useZone() {
  const { zone, timeOf } = useAccountZone();
  return {
    zone,
    say: timeOf,
    /** Of `2026-11-27T09:00`, as it is there. */
    momentOf: (local: string): Date => {
      const wanted = Date.parse(`${local}Z`);
      const shift = (at: number) => Date.parse(`${clockOf(at, zone)}Z`) - at;
      // The second step minds a change of the clock in between.
      return new Date(wanted - shift(wanted - shift(wanted)));
    },
  };
}

/** Swedish writes dates as fields of a form do. */
const clockOf = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('sv', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(at)
    .replace(' ', 'T');
