/** How a vendor's event carries a piece of text. */
export interface DeltaFormat {
  /**
   * The text of an event that carries a piece of text and nothing else, and what must be equal for two of them to be
   * one; null for any other event.
   */
  read(event: unknown): { readonly text: string; readonly key: unknown } | null;
  /** Puts another text into an event that `read` took. */
  write(event: unknown, text: string): void;
}

const END = '\n\n';
const DATA = 'data: ';

/**
 * Joins the texts of the server-sent events that arrive in one piece into one event: a busy process then pays the
 * provider adapter (a schema, four streams) once a read, not once a token. Everything else passes as it is.
 */
export function createDeltaMerger({ read, write }: DeltaFormat): {
  push(piece: Uint8Array): Uint8Array | null;
  end(): Uint8Array | null;
  /** True once a text has passed. */
  readonly hasText: boolean;
} {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  let isForeign = false;
  let hasText = false;
  let template: Template | null = null;

  /** Parsed, or by the event before, from which it differs in its text alone. */
  function readDelta(raw: string): Delta | null {
    const text = template && textBetween(raw, template);
    if (template && text) return { ...template.delta, text };
    const at = raw.indexOf(DATA);
    const event = at < 0 ? undefined : parse(raw.slice(at + DATA.length));
    const found = event === undefined ? null : read(event);
    if (!found) return null;
    const delta = { ...found, event, prefix: raw.slice(0, at + DATA.length) };
    template = templateOf(raw, delta, read);
    return delta;
  }

  function merge(events: readonly string[]): string {
    const merged: string[] = [];
    let open: { readonly delta: Delta; readonly texts: string[] } | null = null;
    const close = () => {
      if (open) merged.push(render(open));
      open = null;
    };
    const render = ({ delta: { prefix, event }, texts }: NonNullable<typeof open>) => {
      write(event, texts.join(''));
      return prefix + JSON.stringify(event);
    };
    for (const raw of events) {
      const delta = readDelta(raw);
      hasText ||= delta !== null;
      if (!delta) {
        close();
        merged.push(raw);
      } else if (open && open.delta.key === delta.key) open.texts.push(delta.text);
      else {
        close();
        open = { delta, texts: [delta.text] };
      }
    }
    close();
    return merged.join(END) + END;
  }

  return {
    push(piece) {
      if (!isForeign && hasText && rest === '' && isOneEvent(piece)) return piece;
      const text = rest + decoder.decode(piece, { stream: true });
      // Inside JSON a carriage return is escaped: this server ends its lines in another way.
      isForeign ||= text.includes('\r');
      if (isForeign) {
        rest = '';
        return encoder.encode(text);
      }
      const events = text.split(END);
      rest = events.pop() ?? '';
      return events.length > 0 ? encoder.encode(merge(events)) : null;
    },
    end() {
      const last = rest + decoder.decode();
      rest = '';
      return last === '' ? null : encoder.encode(last);
    },
    get hasText() {
      return hasText;
    },
  };
}

/** An event that carries a piece of text and nothing else. `prefix`: what stands before its JSON. */
interface Delta {
  readonly prefix: string;
  readonly event: unknown;
  readonly text: string;
  readonly key: unknown;
}

/** What stands around the text of an event, its quotation marks included. */
interface Template {
  readonly before: string;
  readonly after: string;
  readonly delta: Delta;
}

const PROBE = 'a text that no event has';

/** Null: where the text stands is not certain. */
function templateOf(raw: string, delta: Delta, read: DeltaFormat['read']): Template | null {
  const literal = JSON.stringify(delta.text);
  const at = raw.indexOf(literal);
  if (at < 0 || raw.includes(literal, at + 1)) return null;
  const before = raw.slice(0, at + 1);
  const after = raw.slice(at + literal.length - 1);
  const probed = read(parse((before + PROBE + after).slice(delta.prefix.length)));
  return probed?.text === PROBE && probed.key === delta.key ? { before, after, delta } : null;
}

/** The text of an event that is like the template; null: it is another one, or has no text. */
function textBetween(raw: string, { before, after }: Template): string | null {
  const end = raw.length - after.length;
  if (end <= before.length || !raw.startsWith(before) || !raw.endsWith(after)) return null;
  const inner = raw.slice(before.length, end);
  if (!NEEDS_PARSING.test(inner)) return inner;
  const parsed = parse(`"${inner}"`);
  return typeof parsed === 'string' ? parsed : null;
}

/** What JSON escapes, and what ends or breaks a string. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are not valid within a string of JSON.
const NEEDS_PARSING = /["\\\u0000-\u001f]/;

const NEWLINE = 10;

/** The usual piece of a calm connection, which is passed without being looked into. */
function isOneEvent(piece: Uint8Array): boolean {
  const end = piece.length - 2;
  if (end < 0 || piece[end] !== NEWLINE || piece[end + 1] !== NEWLINE) return false;
  for (let at = piece.indexOf(NEWLINE); at < end; at = piece.indexOf(NEWLINE, at + 1))
    if (piece[at + 1] === NEWLINE) return false;
  return true;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // `[DONE]`, a comment, data of several lines: none of ours to change.
    return undefined;
  }
}

/**
 * Texts after the first are gathered for so long. At 50 tokens a second that makes one event of two or three, which
 * nobody sees and which halves what a token costs.
 */
const WINDOW_MS = 30;

/** A `fetch` whose event streams come with merged texts. */
export function mergeDeltas(
  format: DeltaFormat,
  ask: typeof globalThis.fetch = globalThis.fetch,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await ask(input, init);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!response.ok || !isStream || !response.body) return response;
    const { status, statusText, headers } = response;
    return new Response(mergedBody(response.body, format), { status, statusText, headers });
  };
}

/** Pieces of a body: each at once until `isGathering`, then gathered until the window is over or the body ends. */
function createGatherer(reader: ReadableStreamDefaultReader<Uint8Array>, isGathering: () => boolean) {
  type Read = Awaited<ReturnType<typeof reader.read>>;
  let pending: Promise<Read> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let failure: { readonly error: unknown } | null = null;

  /** Resolves with null when the window is over. */
  const startWindow = (): Promise<null> =>
    new Promise((resolve) => {
      timer = setTimeout(() => resolve(null), WINDOW_MS);
    });

  async function gather(): Promise<{ readonly pieces: Uint8Array[]; readonly isEnd: boolean }> {
    if (failure) throw failure.error;
    const pieces: Uint8Array[] = [];
    let over: Promise<null> | null = null;
    try {
      for (;;) {
        pending ??= reader.read();
        const result: Read | null = over ? await Promise.race([pending, over]) : await pending;
        if (!result) return { pieces, isEnd: false };
        pending = null;
        if (result.done) return { pieces, isEnd: true };
        pieces.push(result.value);
        if (!isGathering()) return { pieces, isEnd: false };
        over ??= startWindow();
      }
    } catch (error) {
      // What came before the connection broke is still said.
      if (pieces.length === 0) throw error;
      failure = { error };
      return { pieces, isEnd: false };
    } finally {
      clearTimeout(timer);
    }
  }
  return gather;
}

function mergedBody(body: ReadableStream<Uint8Array>, format: DeltaFormat): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const merger = createDeltaMerger(format);
  const gather = createGatherer(reader, () => merger.hasText);
  let isCancelled = false;
  return new ReadableStream(
    {
      async pull(controller) {
        for (let hasSaid = false; !hasSaid; ) {
          const { pieces, isEnd } = await gather();
          if (isCancelled) return;
          const merged = pieces.length > 0 ? merger.push(concatenate(pieces)) : null;
          const last = isEnd ? merger.end() : null;
          for (const piece of [merged, last]) if (piece) controller.enqueue(piece);
          if (isEnd) controller.close();
          hasSaid = isEnd || merged !== null;
        }
      },
      cancel(reason) {
        isCancelled = true;
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

const concatenate = (pieces: readonly Uint8Array[]): Uint8Array =>
  pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
