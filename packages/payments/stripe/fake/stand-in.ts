import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';

const page = (name: string, type: string) => ({
  'content-type': `${type}; charset=utf-8`,
  text: readFileSync(`${import.meta.dirname}/stand-in/${name}`, 'utf8'),
});

const FILES: readonly (readonly [RegExp, ReturnType<typeof page>])[] = [
  [/^\/(?:dahlia\/)?stripe\.js$/, page('stripe.js', 'text/javascript')],
  [/^\/fake\/elements$/, page('elements.html', 'text/html')],
  [/^\/fake\/3ds\/[^/]+$/, page('challenge.html', 'text/html')],
];

/** Answers with a file of the stand-in for Stripe's script. False: the path has none. */
export function answerStandIn(response: ServerResponse, path: string): boolean {
  const file = FILES.find(([pattern]) => pattern.test(path))?.[1];
  if (!file) return false;
  response.writeHead(200, { 'content-type': file['content-type'], 'cache-control': 'no-store' });
  response.end(file.text);
  return true;
}
