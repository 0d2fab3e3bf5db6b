/** What was read in a web page. */
export interface PageReading {
  readonly title: string | null;
  /** The address the page says it is known by, absolute or relative. */
  readonly canonical: string | null;
  /** Addresses of its links, absolute or relative. */
  readonly links: readonly string[];
  readonly robots: { readonly noindex: boolean; readonly nofollow: boolean };
  /** Of its main part: what stays when menus and footers change. */
  readonly text: string;
}

/**
 * Reads the HTML of strangers, outside of the server's own process. Null: it could not be read, whatever the reason;
 * never rejects for a page. `charset` is what the server said.
 */
export type ReadPage = (page: {
  readonly bytes: Uint8Array;
  readonly url: string;
  readonly charset: string | null;
}) => Promise<PageReading | null>;
