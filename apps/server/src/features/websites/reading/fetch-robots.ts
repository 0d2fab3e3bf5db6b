import { FetchFailure, type GuardedFetch } from '../../../platform/net/guarded-fetch.ts';

/** `later`: the server is in trouble, and nobody may ask it for anything until it says its rules. */
export type FetchedRobots =
  | { readonly kind: 'rules'; readonly text: string }
  | { readonly kind: 'later'; readonly failure: 'unreachable' | 'timeout' | 'http_error' }
  | { readonly kind: 'refused' };

const ROBOTS_BYTES_MAX = 500 * 1024;

/** RFC 9309: 4xx means that there are no rules, 5xx and no answer that everything is forbidden for now. */
export async function fetchRobots(
  ask: GuardedFetch,
  request: { readonly siteUrl: string; readonly userAgent: string; readonly signal: AbortSignal },
): Promise<FetchedRobots> {
  try {
    const response = await ask(new URL('/robots.txt', request.siteUrl), {
      headers: { 'user-agent': request.userAgent },
      signal: request.signal,
    });
    if (response.ok) return { kind: 'rules', text: await beginningOf(response) };
    await response.body?.cancel();
    const isTrouble = response.status >= 500 || response.status === 429;
    return isTrouble ? { kind: 'later', failure: 'http_error' } : { kind: 'rules', text: '' };
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    if (error.reason === 'unreachable' || error.reason === 'timeout') {
      return { kind: 'later', failure: error.reason };
    }
    return error.reason === 'address_refused' ? { kind: 'refused' } : { kind: 'rules', text: '' };
  }
}

async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < ROBOTS_BYTES_MAX) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return text;
}
