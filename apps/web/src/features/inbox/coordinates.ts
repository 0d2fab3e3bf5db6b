const PATTERNS = [
  /[?&](?:q|query|ll|center|destination)=(-?\d{1,2}(?:\.\d+)?)(?:,|%2C)\s*(-?\d{1,3}(?:\.\d+)?)/i,
  /[?&#]mlat=(-?\d{1,2}(?:\.\d+)?)&mlon=(-?\d{1,3}(?:\.\d+)?)/i,
  /@(-?\d{1,2}\.\d+),(-?\d{1,3}\.\d+)/,
  /#map=\d+\/(-?\d{1,2}(?:\.\d+)?)\/(-?\d{1,3}(?:\.\d+)?)/,
  /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,、\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/,
];
const LATITUDE_MAX = 90;
const LONGITUDE_MAX = 180;

/** Reads `35.6586, 139.7454` or the address of a map page; null when there are no coordinates in it. */
export function coordinatesIn(text: string): { latitude: number; longitude: number } | null {
  for (const pattern of PATTERNS) {
    const found = pattern.exec(text);
    if (!found) continue;
    const [latitude, longitude] = [Number(found[1]), Number(found[2])];
    if (Math.abs(latitude) <= LATITUDE_MAX && Math.abs(longitude) <= LONGITUDE_MAX)
      return { latitude, longitude };
  }
  return null;
}
