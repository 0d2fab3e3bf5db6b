/** Sends an event to a webhook; the fake does not try again. */
export async function postEvent(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<void> {
  try {
    await fetch(url, { method: 'POST', headers, body });
  } catch {
    // No server listens there.
  }
}
