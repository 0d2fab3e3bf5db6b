/** An address as people say it: without `https://` and the slash at its end. */
export function shortAddress(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  return `${url.host}${readable(url.pathname + url.search)}`.replace(/\/$/, '');
}

/** The path of a page, which is what differs within a site. */
export function pathOf(address: string): string {
  const url = URL.parse(address);
  return url ? readable(url.pathname + url.search) : address;
}

function readable(text: string): string {
  try {
    return decodeURI(text);
  } catch (error) {
    // Not in UTF-8: shown as it is.
    if (error instanceof URIError) return text;
    throw error;
  }
}
