import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server as OpenAI-compatible ones are, that says what the test wants. */
export async function startScriptedModel() {
  const asked: string[] = [];
  let say: (prompt: string) => string = () => '';
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      asked.push(body);
      const chunk = (delta: object, finish: string | null) =>
        `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunk({ role: 'assistant', content: say(body) }, null));
      response.write(chunk({}, 'stop'));
      response.end('data: [DONE]\n\n');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    says: (script: (prompt: string) => string) => {
      say = script;
    },
    close: () => new Promise((done) => server.close(done)),
  };
}
