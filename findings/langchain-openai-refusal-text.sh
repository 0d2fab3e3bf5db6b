#!/usr/bin/env bash
# @langchain/openai 1.6.0, @langchain/core 1.4.0, zod 4.1.13 (npm), Node 24.21.0.
#
# Behaviour: with structured output, a model may refuse, and OpenAI's API gives its words as `refusal` (chat completions)
# or as a part of type `refusal` (responses). `withStructuredOutput` throws both away: with the first the error is that ""
# is no JSON, with the second a TypeError from its own code. What the model said to the person is in neither.
#
# Guess before the run: an error with the refusal's text, as the official client has `message.refusal`.
# With `includeRaw: true` the raw message has it for the Responses API, and not for chat completions.
# Way out: the Responses API with `includeRaw`, and `raw.additional_kwargs.refusal`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 @langchain/openai@1.6.0 @langchain/core@1.4.0 zod@4.1.13 >/dev/null
cat >run.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:http';
import { ChatOpenAI } from '@langchain/openai';
import { z } from 'zod';

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, input_tokens: 1, output_tokens: 1 };
const refusal = 'I cannot give prices of other shops.';
const chat = {
  id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'shop', usage,
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: null, refusal } }],
};
const content = [{ type: 'refusal', refusal }];
const answer = {
  id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: 'shop', usage,
  output: [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }],
};
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  request.resume().on('end', () => response.end(JSON.stringify(request.url.endsWith('/responses') ? answer : chat)));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
for (const useResponsesApi of [false, true]) {
  const model = new ChatOpenAI({
    apiKey: 'key', model: 'gpt-4o-mini', useResponsesApi, maxRetries: 0,
    configuration: { baseURL: `http://127.0.0.1:${server.address().port}/v1` },
  });
  const prices = model.withStructuredOutput(z.object({ price: z.number() }), { method: 'jsonSchema' });
  const said = await prices.invoke('How much?').then(JSON.stringify, (error) => `${error.name}: ${error.message}`);
  const whole = model.withStructuredOutput(z.object({ price: z.number() }), { method: 'jsonSchema', includeRaw: true });
  const { raw } = await whole.invoke('How much?');
  console.log(said.split('\n')[0], '|', said.includes(refusal), raw.additional_kwargs.refusal);
}
server.close();
JS
node_modules/.bin/node run.mjs | tee seen
diff seen - <<'SEEN'
Error: Failed to parse. Text: "". Error: SyntaxError: Unexpected end of JSON input | false undefined
Error: Failed to parse. Text: "undefined". Error: TypeError: Cannot read properties of undefined (reading 'trim') | false I cannot give prices of other shops.
SEEN
