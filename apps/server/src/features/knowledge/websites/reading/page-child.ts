import { readHtml } from '@hanasu/retrieval/extract/html/read-html';

/** What the parent asks of its child, one after the other. */
export interface PageTask {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly url: string;
  readonly charset: string | null;
}

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

export interface PageAnswer {
  readonly id: number;
  readonly reading: PageReading | null;
}

const LINKS_MAX = 5_000;
const TITLE_LENGTH = 1_000;

function read({ bytes, url, charset }: PageTask): PageReading {
  const { title, canonical, links, robots, text } = readHtml(bytes, { url, charset });
  return {
    title: title?.slice(0, TITLE_LENGTH) ?? null,
    canonical,
    links: links.slice(0, LINKS_MAX),
    robots: { noindex: robots.noindex, nofollow: robots.nofollow },
    text,
  };
}

// A page that throws ends the process; the parent takes that as "not read" and starts another for the next.
process.on('message', (task: PageTask) => {
  process.send?.({ id: task.id, reading: read(task) } satisfies PageAnswer);
});
// Without its parent nobody waits for the result.
process.once('disconnect', () => process.exit(0));
