import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inRoot, ROOT } from './paths.mjs';
import { nodeToUse } from './project-node.mjs';

/**
 * Runs a command-line tool of an installed package on the project's Node and shows what it prints.
 * @param {string} packageName @param {string} program name in the package's `bin` @param {string[]} parameters
 * @param {Record<string, string>} [environment] @returns {number} exit code
 */
export function runTool(packageName, program, parameters, environment = {}) {
  return runNode([toolFile(packageName, program), ...parameters], environment);
}

/**
 * @param {string} file from the root of the project @param {string[]} parameters
 * @param {Record<string, string>} [environment] @returns {number} exit code
 */
export const runScript = (file, parameters, environment = {}) =>
  runNode([inRoot(file), ...parameters], environment);

/**
 * The same beside others: what it prints is shown as a whole when it has ended.
 * @param {string} packageName @param {string} program @param {string[]} parameters @returns {Promise<number>} exit code
 */
export async function runToolBeside(packageName, program, parameters) {
  const child = spawn(nodeToUse(), [toolFile(packageName, program), ...parameters], {
    cwd: ROOT,
    env: environmentWith({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  /** @type {Buffer[]} */
  const printed = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (/** @type {Buffer} */ chunk) => printed.push(chunk));
  const [status] = await once(child, 'close');
  process.stdout.write(Buffer.concat(printed));
  return status ?? 1;
}

/** @param {Record<string, string>} more */
const environmentWith = (more) => ({
  ...process.env,
  PATH: `${inRoot('node_modules', '.bin')}${path.delimiter}${process.env.PATH}`,
  ...more,
});

/** @param {string[]} parameters @param {Record<string, string>} environment @returns {number} exit code */
function runNode(parameters, environment) {
  const result = spawnSync(nodeToUse(), parameters, {
    cwd: ROOT,
    env: environmentWith(environment),
    stdio: 'inherit',
  });
  if (result.error !== undefined) throw result.error;
  return result.status ?? 1;
}

/** @param {string} packageName @param {string} program */
function toolFile(packageName, program) {
  const folder = inRoot('node_modules', packageName);
  const { bin } = createRequire(import.meta.url)(path.join(folder, 'package.json'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[program]);
}
