// `npm run audit`: asks the registry for known vulnerabilities of what the lock file names. By name and version only, so
// it also works with lock files that leave out where packages come from. Ends with 0: none known; 1: some; 2: not asked.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inRoot } from './bootstrap/lib/paths.mjs';

const TIMEOUT_MS = 30_000;
const RANKS = ['info', 'low', 'moderate', 'high', 'critical'];

const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' })
  .trim()
  .replace(/\/$/, '');
const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
const versions = {};
for (const [path, { version, link, name }] of Object.entries(packages)) {
  if (!path.includes('node_modules/') || link || !version) continue;
  const packageName = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  versions[packageName] = [...new Set([...(versions[packageName] ?? []), version])];
}

const advisories = await ask().catch((error) => {
  console.error(
    `The registry ${registry} did not answer: ${error.cause?.code ?? error.message}. Nothing was checked.`,
  );
  process.exit(2);
});
const found = Object.entries(advisories).flatMap(([name, list]) => list.map((one) => ({ name, ...one })));
found.sort((one, other) => RANKS.indexOf(other.severity) - RANKS.indexOf(one.severity));
for (const { name, severity, title, url, vulnerable_versions: range } of found)
  console.log(`${severity}: ${name} ${range} (here ${versions[name]?.join(', ')}): ${title} ${url}`);
console.log(`${Object.keys(versions).length} packages checked, ${found.length} known vulnerabilities.`);
process.exit(found.length > 0 ? 1 : 0);

async function ask() {
  const response = await fetch(`${registry}/-/npm/v1/security/advisories/bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(versions),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}
