#!/usr/bin/env bash
# @ai-sdk/openai 4.0.118, ai 7.0.173 (npm), Node 24.21.0.
#
# Behaviour: `createOpenAI({ baseURL })('model')` speaks the Responses API and takes for granted that the server at any
# address stores answers: in the second turn of a conversation, what the assistant said is sent as
# `{ "type": "item_reference", "id": "msg_…" }` without its text. A compatible server that stores nothing answers a
# conversation in which only the user speaks, and most of them do so without an error.
#
# Guess before the run: the text of earlier answers is sent where `baseURL` is not OpenAI's.
# Way out: `providerOptions: { openai: { store: false } }`, or `openai.chat('model')`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @ai-sdk/openai@4.0.118 ai@7.0.173 >/dev/null
cat >run.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';

const inputs = [];
const server = createServer(async (request, response) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  inputs.push(JSON.parse(Buffer.concat(pieces)).input);
  const text = { type: 'output_text', text: 'We open at ten.', annotations: [] };
  const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [text] };
  response.setHeader('content-type', 'application/json').end(
    JSON.stringify({
      id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: 'shop', output: [message],
      usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    }),
  );
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const openai = createOpenAI({ apiKey: 'key', baseURL: `http://127.0.0.1:${server.address().port}/v1` });

async function secondTurn(providerOptions) {
  const first = [{ role: 'user', content: 'When do you open?' }];
  const { response } = await generateText({ model: openai('shop'), messages: first, providerOptions });
  const messages = [...first, ...response.messages, { role: 'user', content: 'And on Sundays?' }];
  await generateText({ model: openai('shop'), messages, providerOptions });
  console.log(JSON.stringify(inputs.at(-1)[1]));
}
await secondTurn({});
await secondTurn({ openai: { store: false } });
server.close();
JS
node_modules/.bin/node run.mjs | tee seen
diff seen - <<'SEEN'
{"type":"item_reference","id":"msg_1"}
{"role":"assistant","content":"We open at ten."}
SEEN
