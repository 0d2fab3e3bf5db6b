import { isTest, type SourceFile } from './source-files.ts';

type Rule = {
  readonly says: string;
  readonly from: RegExp;
  /** Group 1 of `from` is available as `$1`. */
  readonly allowed: readonly string[];
  /** May be imported for their types alone, which are gone when the program runs. */
  readonly allowedTypes?: readonly string[];
};

/** The contract and the channels’ browser-safe manifests and payload readers. */
const WEB_PACKAGES = 'packages/(contract/|channels/.*(manifest|-payload)\\.ts)';
const PURE_PACKAGES = 'packages/(contract|channels/spec|models|payments|retrieval)/';

/** First matching rule decides. "Own" is written with the feature's name, `$1`. */
const RULES: readonly Rule[] = [
  {
    says: 'contract imports nothing of ours',
    from: /^packages\/contract\//,
    allowed: ['packages/contract/'],
  },
  {
    says: 'a channel knows the spec and the contract, never another channel or an app',
    from: /^packages\/channels\/([^/]+)\//,
    allowed: ['packages/contract/', 'packages/channels/spec/', 'packages/channels/$1/'],
  },
  {
    says: 'a package knows itself and the contract, never another package or an app',
    from: /^packages\/([^/]+)\//,
    allowed: ['packages/contract/', 'packages/$1/'],
  },
  {
    says: 'the platform knows no feature and no product word',
    from: /^apps\/server\/src\/platform\//,
    allowed: ['packages/contract/', 'apps/server/src/platform/', 'apps/server/package.json'],
  },
  {
    says: 'the tables know each other and their columns, no feature',
    from: /^apps\/server\/src\/schema\//,
    allowed: ['apps/server/src/schema/', 'apps/server/src/platform/database/columns\\.ts'],
  },
  {
    says: "a store knows the platform, its own feature's tables and what it computes with, no routes and no HTTP",
    from: /^apps\/server\/src\/features\/([^/]+)\/(?:[^/]+\/)*[^/]+\.store\.ts$/,
    allowed: [
      PURE_PACKAGES,
      'apps/server/src/platform/(?!http/)',
      'apps/server/src/schema/$1(\\.[a-z-]+)?\\.tables\\.ts',
      'apps/server/src/features/$1/(?!([^/]+/)*(routes|feature)\\.ts)',
      'apps/server/src/features/[^/]+/public\\.ts',
    ],
    allowedTypes: ['apps/server/src/features/$1/', 'apps/server/src/platform/http/'],
  },
  {
    says: 'of another feature only public.ts may be imported, of the channels only the spec (app/channels.ts hands in the rest)',
    from: /^apps\/server\/src\/features\/([^/]+)\//,
    allowed: [
      PURE_PACKAGES,
      'apps/server/src/platform/',
      'apps/server/src/features/$1/',
      'apps/server/src/features/[^/]+/public\\.ts',
    ],
  },
  {
    says: 'app/ and main.ts put everything together: of a feature they know public.ts and feature.ts',
    from: /^apps\/server\/src\/(?:main\.ts|rotate-key\.ts|app\/)/,
    allowed: [
      'packages/',
      'apps/server/src/(?:app|platform)/',
      'apps/server/src/features/[^/]+/(?:public|feature)\\.ts',
    ],
  },
  {
    says: 'only app/ knows what is composed there, and the server never imports the web',
    from: /^apps\/server\//,
    allowed: ['packages/', 'apps/server/src/(?!app/|main\\.ts)', 'apps/server/package.json'],
  },
  {
    says: 'a feature of the web knows the entities, the shell and itself, never another feature (a route hands in what it needs of one)',
    from: /^apps\/web\/src\/features\/([^/]+)\//,
    allowed: [WEB_PACKAGES, 'apps/web/src/(features/$1|entities|shell|i18n|theme)/'],
  },
  {
    says: 'an entity of the web knows entities and the shell, no feature',
    from: /^apps\/web\/src\/entities\//,
    allowed: [WEB_PACKAGES, 'apps/web/src/(entities|shell|i18n|theme)/'],
  },
  {
    says: 'the shell of the web knows no entity and no feature',
    from: /^apps\/web\/src\/(?:shell|i18n|theme)\//,
    allowed: [WEB_PACKAGES, 'apps/web/src/(shell|i18n|theme)/', 'apps/web/src/router\\.ts'],
  },
  {
    says: 'the web takes the contract and the channels’ browser-safe manifests and payload readers, nothing of the server',
    from: /^apps\/(web|widget|form)\//,
    allowed: [WEB_PACKAGES, 'apps/$1/'],
  },
];

/** One line per import that goes against "Who may import whom" of ARCHITECTURE.md. Tests may import anything. */
export function findLadderBreaks(files: readonly SourceFile[]): string[] {
  return files.filter((file) => !isTest(file.path)).flatMap((file) => breaksOf(file));
}

function breaksOf(file: SourceFile): string[] {
  for (const rule of RULES) {
    const match = rule.from.exec(file.path);
    if (match === null) continue;
    const toPattern = (text: string): RegExp => new RegExp(`^${text.replaceAll('$1', match[1] ?? '')}`);
    const allowed = rule.allowed.map(toPattern);
    const allowedTypes = [...allowed, ...(rule.allowedTypes ?? []).map(toPattern)];
    return file.imports
      .filter(({ target, typeOnly }) => {
        return (
          target !== null && !(typeOnly ? allowedTypes : allowed).some((pattern) => pattern.test(target))
        );
      })
      .map(({ target }) => `${file.path} imports ${target}: ${rule.says}`);
  }
  return [];
}

/** Cycles of imports, those of types included, as `a → b → a`; empty: there are none. */
export function findCycles(files: readonly SourceFile[]): string[] {
  const targets = new Map(files.map(({ path, imports }) => [path, imports.map(({ target }) => target)]));
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'open') cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (state.has(path)) return;
    state.set(path, 'open');
    for (const target of targets.get(path) ?? []) {
      if (target !== null && targets.has(target)) visit(target, [...trail, path]);
    }
    state.set(path, 'done');
  };
  for (const { path } of files) visit(path, []);
  return cycles;
}

/** Files that pass on what other files export; `public.ts` may name what it passes on. */
export function findBarrels(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path, code }) => {
      const passesOn = /(?:^|\n)\s*export\s+(?:type\s+)?\{[^}]*\}\s*from\b/.test(code);
      const isIndex = /(^|\/)index\.tsx?$/.test(path);
      return /(?:^|\n)\s*export\s+(?:type\s+)?\*/.test(code) || (isIndex && passesOn);
    })
    .map(({ path }) => path);
}
