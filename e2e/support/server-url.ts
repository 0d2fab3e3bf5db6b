/** Where the server of these tests answers. */
export function serverUrl(): string {
  const url = process.env.HANASU_E2E_URL;
  if (!url) throw new Error('the server has not been started');
  return url;
}
