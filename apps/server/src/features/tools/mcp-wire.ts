import { FetchFailure, type GuardedFetch } from '../../platform/net/guarded-fetch.ts';
import { whyFailed } from './call-http.ts';
import { type FailedRun, failed } from './domain/tool-run.ts';

/** How long an answer may be missing after the stream that should have brought it has ended. */
const GRACE_MS = 300;

/**
 * What a session's client sends through. Its own errors are texts of the server, and of a stream that breaks off it
 * says nothing at all: what happened on the wire says more, and holds no secret.
 */
export function watchWire(guardedFetch: GuardedFetch, signal: AbortSignal) {
  let failure: FailedRun | null = null;
  let grace: NodeJS.Timeout | undefined;
  let open = 0;
  const gone = new AbortController();

  const onEnd = (error?: unknown) => {
    if (error instanceof FetchFailure) failure = whyFailed(error, signal);
    open -= 1;
    if (open > 0) return;
    grace = setTimeout(() => gone.abort(new Error('the stream ended without an answer')), GRACE_MS).unref();
  };
  const fetch: GuardedFetch = async (address, init = {}) => {
    // Nothing is wanted of the stream beside the requests, which a server needn't have.
    if ((init.method ?? 'GET') === 'GET') return new Response(null, { status: 405 });
    clearTimeout(grace);
    open += 1;
    try {
      const response = await guardedFetch(address, init);
      if (response.status >= 400) failure = failed(`http_error_${response.status}`, '', response.status);
      if (response.body) return withEnd(response, response.body, onEnd);
      onEnd();
      return response;
    } catch (error) {
      onEnd(error);
      throw error;
    }
  };
  return { fetch, failure: () => failure, gone: gone.signal };
}

/** The same response; tells when its body has ended, and how. */
function withEnd(
  response: Response,
  given: ReadableStream<Uint8Array>,
  onEnd: (error?: unknown) => void,
): Response {
  const reader = given.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
        onEnd();
      } catch (error) {
        controller.error(error);
        onEnd(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
}
