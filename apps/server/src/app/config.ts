import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Email, TimeZone } from '@hanasu/contract/accounts';
import type { SystemView } from '@hanasu/contract/system';
import { TERMS_VERSION } from '@hanasu/contract/terms';
import { CompatibleEndpoints } from '@hanasu/models/providers/compatible-endpoint';
import type { ModelRegistry } from '@hanasu/models/registry/model-registry';
import { isStandInAllowed } from '@hanasu/payments/stripe/stripe-script';
import { z } from 'zod';
import { DEFAULT_PACKAGES, PackageSettings, TaxRates } from '../features/payments/public.ts';
import { readTrustedProxies } from '../platform/http/trusted-proxies.ts';
import { readPrivateHosts } from '../platform/net/private-hosts.ts';
import { GONE } from './gone-settings.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const url = z.url();
const secret = z.string().min(1);
const shortText = z.string().trim().min(1).max(300);
const webUrl = z.url({ protocol: /^https?$/ });

/** JSON that stands in a setting, or in the file it names. What is wrong with it is one line without its content. */
function readJsonSetting(text: string, context: z.RefinementCtx): unknown {
  const isInline = /^\s*[[{]/.test(text);
  try {
    return JSON.parse(isInline ? text : readFileSync(text.trim(), 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    const what = error instanceof SyntaxError ? 'is no valid JSON' : `cannot be read${code}`;
    const message = `the ${isInline ? 'value' : 'file'} ${what}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
}

/** Every setting, its default and its limits. `.env.example` lists the same names. */
const Settings = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: url.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  WEB_DIST: z.string().min(1).optional(),
  SECRET_KEY: z.string().min(32).optional(),
  /** Opens and verifies what it sealed and signed until `npm run rotate-key` has sealed it anew. */
  SECRET_KEY_PREVIOUS: z.string().min(32).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: z
    .string()
    .default('')
    .transform((text, context) => {
      const proxies = readTrustedProxies(text);
      if (typeof proxies !== 'string') return proxies;
      context.addIssue({ code: 'custom', message: proxies });
      return z.NEVER;
    }),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((origin) => origin.trim())
        .filter(Boolean),
    ),

  DATABASE_URL: url.optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(12),

  /** Requests a minute: of one address on sign-in and registration, of one person or address on the rest; 0 is off. */
  RATE_LIMIT_AUTH: z.coerce.number().int().min(0).default(60),
  /** Registrations an hour from one address; 0 is off. */
  RATE_LIMIT_REGISTER: z.coerce.number().int().min(0).default(20),
  RATE_LIMIT_API: z.coerce.number().int().min(0).default(3000),
  /** Requests a minute with one API key; 0 is off. */
  RATE_LIMIT_KEY: z.coerce.number().int().min(0).default(120),
  /** Questions to public bots from one visitor, and from one address. */
  PUBLIC_CHAT_PER_DAY: z.coerce.number().int().min(1).default(50),
  PUBLIC_CHAT_PER_MINUTE: z.coerce.number().int().min(1).default(6),
  /** The bot on the page before signing in, which answers from Hanasu's own guide. */
  DEMO_BOT: z.enum(['on', 'off']).default('on'),
  SESSION_DAYS: z.coerce.number().min(0.01).max(90).default(14),
  /** Path of the socket, or host and port, of a clamd that looks at what strangers send. */
  CLAMD_SOCKET: z.string().min(1).optional(),
  MAX_UPLOAD_BYTES: z.coerce
    .number()
    .int()
    .min(1024)
    .default(200 * 1024 * 1024),
  /** Below this much free disk space the server warns: in the log, on Home and in /readyz. */
  DISK_WARN_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(1024 * 1024 * 1024),
  /** Below this much, files are refused; the rest is kept for messages. */
  DISK_RESERVE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(256 * 1024 * 1024),
  /** The most that one account may keep in files; 0 is no limit. */
  ACCOUNT_STORAGE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(10 * 1024 * 1024 * 1024),
  /** Who may register. `first-only`: the first account, with the code from the log; then by invitation. */
  REGISTRATION: z.enum(['open', 'invited', 'first-only']).default('open'),
  /** Administrators of the installation, by their confirmed addresses. */
  ADMIN_EMAILS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,;]+/).filter(Boolean))
    .pipe(z.array(Email)),
  /** Who runs the installation, for the page before signing in, the terms and the privacy text; unset is left out. */
  OPERATOR_NAME: shortText.optional(),
  OPERATOR_ADDRESS: shortText.optional(),
  OPERATOR_CONTACT: z.union([z.email(), webUrl]).optional(),
  DATA_LOCATION: shortText.optional(),
  /** The operator's own texts instead of those that come with the product, and what is recorded as their version. */
  TERMS_URL: webUrl.optional(),
  PRIVACY_URL: webUrl.optional(),
  TERMS_VERSION: z.string().min(1).max(100).default(TERMS_VERSION),
  /** Packages of tokens that are sold, as JSON, or the path of a file with it; `[]`: none. */
  PAYMENT_PACKAGES: z
    .string()
    .default(JSON.stringify(DEFAULT_PACKAGES))
    .transform(readJsonSetting)
    .pipe(PackageSettings),
  /** Percent of tax in the prices, by currency, as JSON. */
  PAYMENT_TAX_RATES: z.string().default('{"JPY": 10, "VND": 10}').transform(readJsonSetting).pipe(TaxRates),
  /** Bought tokens are good for so many days; `never`: without end. */
  TOKEN_EXPIRY_DAYS: z
    .union([z.literal('never').transform(() => null), z.coerce.number().int().min(1).max(3650)])
    .default(180),
  /** Without keys of Stripe: sell tokens for test cards. Default: only where PUBLIC_URL is not reachable from outside. */
  PAYMENT_SANDBOX: z.enum(['on', 'off']).optional(),
  /** Number of a qualified invoice issuer in Japan, printed on receipts in yen with the words that belong to it. */
  RECEIPT_REGISTRATION_NUMBER: z
    .string()
    .regex(/^T\d{13}$/, 'is T and 13 digits')
    .optional(),
  /** First day of that registration; payments before it get receipts without it. */
  RECEIPT_REGISTERED_FROM: z.iso.date().optional(),
  /** Zone of the dates on receipts. */
  RECEIPT_TIME_ZONE: TimeZone.default('Asia/Tokyo'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_(?:test|live)_/, 'is no secret key of Stripe')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(?:test|live)_/, 'is no publishable key of Stripe')
    .optional(),
  /** Of the webhook endpoint at Stripe; two, with a comma, while it is being replaced. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean)),
  /** A stand-in for Stripe and for its script; refused unless it is on this machine and the keys are test keys. */
  STRIPE_API_URL: webUrl.optional(),
  STARTING_TOKENS: z.coerce.number().int().min(0).default(1_000_000),
  /** Servers on this machine and in private networks that tenants' models, tools, web hooks and web sites may be on. */
  ALLOW_PRIVATE_HOSTS: z
    .string()
    .default('')
    .transform((list, context) => {
      const outcome = readPrivateHosts(list);
      if (outcome.kind === 'ok') return outcome.hosts;
      context.addIssue({ code: 'custom', message: outcome.problem });
      return z.NEVER;
    }),
  /** Between two requests to one host when a web site is read; the site itself may ask for up to 10 seconds. */
  CRAWL_PAUSE_MS: z.coerce.number().int().min(0).max(60_000).default(500),
  BATCHING_DELAY_MS: z.coerce.number().int().min(0).max(30_000).default(1500),

  OPENAI_API_KEY: secret.optional(),
  OPENAI_BASE_URL: url.default('https://api.openai.com/v1'),
  ANTHROPIC_API_KEY: secret.optional(),
  ANTHROPIC_BASE_URL: url.default('https://api.anthropic.com/v1'),
  GOOGLE_API_KEY: secret.optional(),
  GOOGLE_BASE_URL: url.default('https://generativelanguage.googleapis.com/v1beta'),
  COHERE_API_KEY: secret.optional(),
  COHERE_BASE_URL: url.default('https://api.cohere.com/v2'),
  /** OpenAI-compatible servers (Ollama, vLLM, …) as JSON, or the path of a file with it. */
  OPENAI_COMPATIBLE: z.string().default('[]').transform(readJsonSetting).pipe(CompatibleEndpoints),
  /** Memory for the vectors of knowledge bases that are compared in this process. */
  VECTOR_CACHE_BYTES: z.coerce
    .number()
    .int()
    .min(4 * 1024 * 1024)
    .max(4_000_000_000)
    .default(256 * 1024 * 1024),
  /** `auto`: pgvector when the database has it. */
  VECTOR_STORE: z.enum(['auto', 'memory']).default('auto'),
  MODEL_FIRST_TOKEN_MS: z.coerce.number().int().min(100).default(20_000),
  MODEL_IDLE_MS: z.coerce.number().int().min(100).default(15_000),
  MODEL_TOTAL_MS: z.coerce.number().int().min(100).default(45_000),

  /** `smtp://user:password@host:587`; without it mails are kept and shown to whoever has the link that the start prints. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default('Hanasu <no-reply@localhost>'),

  GOOGLE_CLIENT_ID: secret.optional(),
  GOOGLE_CLIENT_SECRET: secret.optional(),
  GOOGLE_OAUTH_BASE_URL: url.default('https://accounts.google.com'),
  FACEBOOK_APP_ID: secret.optional(),
  FACEBOOK_APP_SECRET: secret.optional(),
  FACEBOOK_DIALOG_BASE_URL: url.default('https://www.facebook.com'),
  FACEBOOK_GRAPH_BASE_URL: url.default('https://graph.facebook.com'),
  FACEBOOK_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/)
    .default('v21.0'),

  LINE_API_BASE_URL: url.default('https://api.line.me'),
  LINE_DATA_API_BASE_URL: url.default('https://api-data.line.me'),
  ZALO_OAUTH_BASE_URL: url.default('https://oauth.zaloapp.com'),
  ZALO_API_BASE_URL: url.default('https://openapi.zalo.me'),
  /** One verifier for all permissions, for apps whose console asks for a fixed code challenge. */
  ZALO_PKCE_VERIFIER: z
    .string()
    .regex(/^[A-Za-z0-9]{43}$/)
    .optional(),
  /** Where further kinds of channels reach their vendors, as JSON: `{"kind": {"host": "https://…"}}`. */
  CHANNEL_HOSTS: z
    .string()
    .default('{}')
    .transform(readJsonSetting)
    .pipe(z.record(z.string(), z.record(z.string(), url))),
  /** Processes tell each other what happened through it, so that every browser hears it. */
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
});
export type Config = z.infer<typeof Settings> & {
  /** Where browsers and vendors reach this server. */
  readonly publicUrl: string;
  /** Test cards buy tokens where Stripe has no keys. */
  readonly isPaymentSandboxOn: boolean;
};

type ConfigOutcome =
  | { readonly kind: 'ok'; readonly config: Config }
  /** One line per wrong setting. */
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/** Reads all settings at once; empty strings count as absent. */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): ConfigOutcome {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Settings.safeParse(given);
  const gone = Object.entries(GONE).flatMap(([name, instead]) =>
    given[name] === undefined ? [] : [`${name}: ${instead}`],
  );
  if (!parsed.success || gone.length > 0) {
    const issues = parsed.error?.issues ?? [];
    return {
      kind: 'invalid',
      problems: [...gone, ...issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)],
    };
  }
  const wrong = [...stripeProblems(parsed.data), ...receiptProblems(parsed.data)];
  if (wrong.length > 0) return { kind: 'invalid', problems: wrong };
  const publicUrl = parsed.data.PUBLIC_URL ?? `http://localhost:${parsed.data.PORT}`;
  const sandbox = parsed.data.PAYMENT_SANDBOX ?? (isReachable(publicUrl) ? 'off' : 'on');
  return {
    kind: 'ok',
    config: { ...parsed.data, publicUrl: publicUrl.replace(/\/$/, ''), isPaymentSandboxOn: sandbox === 'on' },
  };
}

/** A qualified invoice names its issuer. */
const receiptProblems = (config: z.output<typeof Settings>): string[] =>
  config.RECEIPT_REGISTRATION_NUMBER && !config.OPERATOR_NAME
    ? ['RECEIPT_REGISTRATION_NUMBER: needs OPERATOR_NAME, the name that is registered with it']
    : [];

/** Money is not left to half a setting. */
function stripeProblems(config: z.output<typeof Settings>): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = config;
  if (!secret && !publishable) return [];
  if (!secret) return ['STRIPE_SECRET_KEY: is missing beside STRIPE_PUBLISHABLE_KEY'];
  if (!publishable) return ['STRIPE_PUBLISHABLE_KEY: is missing beside STRIPE_SECRET_KEY'];
  const isLive = secret.includes('_live_');
  const problems: string[] = [];
  if (isLive !== publishable.includes('_live_'))
    problems.push(
      'STRIPE_PUBLISHABLE_KEY: is for tests and STRIPE_SECRET_KEY is not, or the other way round',
    );
  if (config.STRIPE_WEBHOOK_SECRET.length === 0)
    problems.push('STRIPE_WEBHOOK_SECRET: is missing, so payments would stay open until they are polled');
  const keys = { secretKey: secret, publishableKey: publishable };
  if (config.STRIPE_API_URL && !isStandInAllowed(config.STRIPE_API_URL, keys))
    problems.push('STRIPE_API_URL: is for a stand-in on this machine, with test keys only');
  return problems;
}

/** Which parts are stand-ins, and the settings each of which makes the part real. */
export function describeSystem(
  config: Config,
  models: Pick<ModelRegistry, 'services'>,
  { version, vectorStore }: Pick<SystemView, 'version' | 'vectorStore'>,
): Omit<SystemView, 'registration'> {
  const hasLanguageModel = models
    .services()
    .some((service) => service.provider !== 'builtin' && service.group === 'model' && service.available);
  const sandboxed = [
    ...(hasLanguageModel
      ? []
      : [{ part: 'models', settings: ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_API_KEY'] }]),
    ...(isReachable(config.publicUrl) ? [] : [{ part: 'channels', settings: ['PUBLIC_URL'] }]),
    ...(config.SMTP_URL ? [] : [{ part: 'mail', settings: ['SMTP_URL'] }]),
    ...(config.STRIPE_SECRET_KEY ? [] : [{ part: 'payments', settings: ['STRIPE_SECRET_KEY'] }]),
    ...(config.DATABASE_URL ? [] : [{ part: 'database', settings: ['DATABASE_URL'] }]),
  ];
  return {
    version,
    build: describeBuild(config.WEB_DIST, version),
    sandboxed,
    vectorStore,
    maxUploadBytes: config.MAX_UPLOAD_BYTES,
    publicUrl: config.publicUrl,
    publicUrlReachable: isReachable(config.publicUrl),
    operator: {
      name: config.OPERATOR_NAME ?? null,
      address: config.OPERATOR_ADDRESS ?? null,
      contact: config.OPERATOR_CONTACT ?? null,
      dataLocation: config.DATA_LOCATION ?? null,
    },
    demoBot: config.DEMO_BOT === 'on',
    startingTokens: config.STARTING_TOKENS,
    termsUrl: config.TERMS_URL ?? null,
    privacyUrl: config.PRIVACY_URL ?? null,
  };
}

/** Another for every build of the web app that is served, so that open pages notice it. */
function describeBuild(webDist: string | undefined, version: string): string {
  const manifest = webDist ? `${webDist}/.vite/manifest.json` : null;
  if (manifest === null || !existsSync(manifest)) return version;
  const hash = createHash('sha256').update(readFileSync(manifest)).digest('hex').slice(0, 12);
  return `${version}-${hash}`;
}

/** Vendors call only https addresses outside this machine and network. */
function isReachable(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = /^(localhost|127\.|10\.|192\.168\.|\[::1\]|.*\.local$)/.test(hostname);
  return protocol === 'https:' && !isLocal;
}
