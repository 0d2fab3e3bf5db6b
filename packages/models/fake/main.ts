import { parseArgs } from 'node:util';
import { startFakeProviders } from './fake-provider-server.ts';

/** `node packages/models/fake/main.ts --port 4010`: the fake providers for development and benches. */
const { values } = parseArgs({ options: { port: { type: 'string', default: '4010' } } });
const { baseUrls } = await startFakeProviders({ port: Number(values.port) });
const lines = [
  `OPENAI_BASE_URL=${baseUrls.openai}`,
  `ANTHROPIC_BASE_URL=${baseUrls.anthropic}`,
  `GOOGLE_BASE_URL=${baseUrls.google}`,
  `COHERE_BASE_URL=${baseUrls.cohere}`,
  `OPENAI_COMPATIBLE=${JSON.stringify([
    {
      name: 'fake',
      baseUrl: baseUrls.compatible,
      models: [{ id: 'any', contextTokens: 32_768, outputTokens: 4096, abilities: { tools: true } }],
    },
  ])}`,
];
process.stdout.write(`${lines.join('\n')}\n`);
