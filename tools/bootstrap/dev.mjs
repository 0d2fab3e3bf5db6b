// `npm run dev`: the server restarts and the pages reload when a file changes. No vendor account is needed.
// `npm run dev -- --stripe`: cards are paid with a fake of Stripe instead of the sandbox.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { continueOnProjectNode } from './lib/continue-on-project-node.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot, ROOT } from './lib/paths.mjs';
import { nodeToUse } from './lib/project-node.mjs';
import { say } from './lib/say.mjs';

process.chdir(ROOT);
ensureInstalled();
await continueOnProjectNode(import.meta.url);
if (existsSync(inRoot('.env'))) process.loadEnvFile(inRoot('.env'));

const port = process.env.PORT ?? '3000';
say(`server on http://127.0.0.1:${port}, pages with hot reload at the address Vite prints below.`);

const FAKE_MODELS_PORT = '4010';
const hasKey = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_API_KEY'].some((name) => process.env[name]);
if (!hasKey) {
  const fake = `http://127.0.0.1:${FAKE_MODELS_PORT}`;
  say(
    `no model key in .env: strict fakes of the three providers answer at ${fake}; channels have a simulator.`,
  );
  Object.assign(process.env, {
    OPENAI_API_KEY: 'development',
    OPENAI_BASE_URL: `${fake}/openai/v1`,
    ANTHROPIC_API_KEY: 'development',
    ANTHROPIC_BASE_URL: `${fake}/anthropic/v1`,
    GOOGLE_API_KEY: 'development',
    GOOGLE_BASE_URL: `${fake}/google/v1beta`,
  });
}

const FAKE_STRIPE_PORT = '4020';
// The fake forgets its payments when it ends, so the sandbox, which keeps them, is the default.
const isStripeFaked = process.argv.includes('--stripe');
const webhook = `http://127.0.0.1:${port}/api/payments/stripe/webhook`;
if (isStripeFaked) {
  const fake = `http://127.0.0.1:${FAKE_STRIPE_PORT}`;
  say(`payments go to a strict fake of Stripe at ${fake}, with a stand-in for its script.`);
  Object.assign(process.env, {
    // The payer is led back to the pages that Vite serves.
    PUBLIC_URL: process.env.PUBLIC_URL ?? 'http://127.0.0.1:5173',
    STRIPE_API_URL: fake,
    STRIPE_SECRET_KEY: 'sk_test_fake',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
    STRIPE_WEBHOOK_SECRET: 'whsec_development',
  });
}

/** @param {string[]} args */
const startFake = (args) => spawn(nodeToUse(), args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: ROOT });
const fakes = [
  ...(hasKey ? [] : [startFake(['packages/models/fake/main.ts', '--port', FAKE_MODELS_PORT])]),
  ...(isStripeFaked
    ? [startFake(['packages/payments/stripe/fake/main.ts', '--port', FAKE_STRIPE_PORT, '--webhook', webhook])]
    : []),
];
const children = [
  ...fakes,
  spawn(nodeToUse(), ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
    stdio: 'inherit',
    cwd: ROOT,
  }),
  spawn(nodeToUse(), [inRoot('node_modules', 'vite', 'bin', 'vite.js')], {
    cwd: inRoot('apps', 'web'),
    env: { ...process.env, HANASU_SERVER: `http://127.0.0.1:${port}` },
    stdio: 'inherit',
  }),
];
/** Both end together: half a development server is a puzzle. @param {NodeJS.Signals} signal */
const endAll = (signal) => {
  for (const child of children) child.kill(signal);
};
process.on('SIGINT', () => endAll('SIGINT'));
process.on('SIGTERM', () => endAll('SIGTERM'));
for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ??= code ?? 0;
    endAll('SIGTERM');
  });
}
