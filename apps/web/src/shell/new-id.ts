const BYTES = 16;

/** A random UUID, also where Hanasu is opened over plain http: `crypto.randomUUID` isn't there then. */
export function newId(): ReturnType<typeof crypto.randomUUID> {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = (0x8 | ((bytes[8] ?? 0) & 0x3)).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}
