import { parseArgs } from 'node:util';
import { startFakeProviders } from './fake-provider-server.ts';

/** `node packages/models/fake/main.ts --port 4010`: the fake providers for development and benches. */
const { values } = parseArgs({ options: { port: { type: 'string', default: '4010' } } });
const { baseUrls } = await startFakeProviders({ port: Number(values.port) });
process.stdout.write(
  `OPENAI_BASE_URL=${baseUrls.openai}\nANTHROPIC_BASE_URL=${baseUrls.anthropic}\nGOOGLE_BASE_URL=${baseUrls.google}\n`,
);
