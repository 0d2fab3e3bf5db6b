import type { EndpointInput } from '@hanasu/contract/endpoint';
import type { PostId } from '@hanasu/contract/ids';
import {
  helpWithPost,
  type PostHelp,
  type PostHelpKind,
  PostHelpParts,
  type PostSource,
  stopPostHelp,
} from '@hanasu/contract/post-help';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { call } from '../../../shell/api/api-client.ts';
import { stream } from '../../../shell/api/stream.ts';
import { cleanPastedHtml } from '../editor/paste/clean-html.ts';

export type HelpInput = EndpointInput<typeof helpWithPost>['body'];

/** What was written so far, or as a whole. */
type Writing = Pick<PostHelp, 'content' | 'titles' | 'description' | 'coverAlt'>;

/** What was written: the server's result, or what had come when it was stopped. */
export interface WrittenHelp extends Writing {
  readonly sources: readonly PostSource[];
  readonly ending: PostHelp['ending'];
  /** Null: the server did not say. */
  readonly usage: PostHelp['usage'] | null;
}

export type HelpRun =
  | { readonly step: 'idle' }
  | {
      readonly step: 'writing';
      readonly input: HelpInput;
      readonly writing: Writing;
      readonly sources: readonly PostSource[];
    }
  | { readonly step: 'written'; readonly input: HelpInput; readonly help: WrittenHelp }
  | { readonly step: 'failed'; readonly input: HelpInput; readonly error: unknown };

/** The parts of the stream that are used; others are skipped. */
const Part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text-delta'), delta: z.string() }),
  z.object({ type: z.literal('data-sources'), data: PostHelpParts.sources }),
  z.object({ type: z.literal('data-help'), data: PostHelpParts.help }),
]);

/** Drawing each piece of a text would take longer than writing it. */
const DRAW_MS = 120;

/** Has a model write for a post, and follows it. */
export function useHelpRun(uuid: PostId) {
  const [run, setRun] = useState<HelpRun>({ step: 'idle' });
  const [isStopping, setStopping] = useState(false);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const start = async (input: HelpInput): Promise<void> => {
    current.current?.abort();
    const control = new AbortController();
    current.current = control;
    setStopping(false);
    const isCurrent = (): boolean => current.current === control;
    const follower = createFollower(input, (next) => isCurrent() && setRun(next));
    try {
      const parts = stream(helpWithPost, { params: { uuid }, body: input, signal: control.signal });
      for await (const part of parts) follower.take(part);
      follower.end(null);
    } catch (error) {
      follower.end(control.signal.aborted ? 'stopped' : error);
    }
  };
  const stop = async (): Promise<void> => {
    const control = current.current;
    setStopping(true);
    try {
      const { stopped } = await call(stopPostHelp, { params: { uuid } });
      // The stream of a server that has stopped it ends with what it has cost.
      if (!stopped) control?.abort();
    } catch {
      control?.abort();
    }
  };
  return {
    run,
    isStopping,
    start: (input: HelpInput) => void start(input),
    /** What was written so far stays. */
    stop: () => void stop(),
    discard() {
      const control = current.current;
      current.current = null;
      control?.abort();
      setRun({ step: 'idle' });
    },
  };
}
export type HelpRunner = ReturnType<typeof useHelpRun>;

/** Collects the parts of a stream, and shows them now and then. */
function createFollower(input: HelpInput, show: (run: HelpRun) => void) {
  let text = '';
  let sources: readonly PostSource[] = [];
  let help: PostHelp | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const draw = (): void => {
    timer = undefined;
    show({ step: 'writing', input, writing: readWriting(input.kind, text), sources });
  };
  draw();
  return {
    take(raw: unknown): void {
      const { data: part } = Part.safeParse(raw);
      if (part?.type === 'data-help') help = part.data;
      else if (part?.type === 'data-sources') sources = part.data;
      else if (part?.type === 'text-delta') text += part.delta;
      timer ??= setTimeout(draw, DRAW_MS);
    },
    /** `error` null: the stream has ended, with or without the result. */
    end(error: unknown): void {
      clearTimeout(timer);
      if (!help) show(endedWithout(error));
      // It was stopped before there was anything of it.
      else if (help.ending === 'stopped' && text.trim() === '' && help.usage.inputTokens === 0)
        show({ step: 'idle' });
      else show({ step: 'written', input, help });
    },
  };

  function endedWithout(error: unknown): HelpRun {
    if (text.trim() === '') return error === 'stopped' ? { step: 'idle' } : { step: 'failed', input, error };
    const ending = error === 'stopped' ? 'stopped' : 'failed';
    return {
      step: 'written',
      input,
      help: { ...readWriting(input.kind, text), sources, ending, usage: null },
    };
  }
}

const NOTHING: Writing = { content: '', titles: [], description: '', coverAlt: '' };
const HAS_TAGS = /<\/?[a-z][a-z0-9]*\b[^<>]*>/i;
const NUMBER = /^\s*(?:[-*•#]+|\d{1,2}[.)．、])\s*/;

const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body;

/** Paragraphs of a text without markup. */
function paragraphsOf(text: string): string {
  const body = parse('');
  for (const line of text.split(/\n+/).filter((each) => each.trim() !== '')) {
    const paragraph = document.createElement('p');
    paragraph.textContent = line;
    body.append(paragraph);
  }
  return body.innerHTML;
}

const htmlOf = (text: string): string =>
  HAS_TAGS.test(text) ? cleanPastedHtml(text).html : paragraphsOf(text);

/** Reads the text that a model is writing, which may end anywhere. The server sanitises the whole. */
export function readWriting(kind: PostHelpKind, text: string): Writing {
  const bare = text.replace(/^\s*```[a-z]*\s*\n/i, '').replace(/\n```\s*$/, '');
  if (kind === 'headlines') {
    const lines = bare.split('\n').map((line) => parse(line.replace(NUMBER, '')).textContent.trim());
    return { ...NOTHING, titles: lines.filter(Boolean) };
  }
  if (kind === 'description') return { ...NOTHING, description: parse(bare).textContent.trim() };
  if (kind !== 'translate') return { ...NOTHING, content: htmlOf(bare) };
  const body = parse(bare);
  const take = (tag: string): string => {
    const element = body.querySelector(tag);
    element?.remove();
    return element?.textContent.trim() ?? '';
  };
  const [title, description, coverAlt] = [take('h1'), take('h6'), take('h5')];
  return { titles: title ? [title] : [], description, coverAlt, content: htmlOf(body.innerHTML) };
}
