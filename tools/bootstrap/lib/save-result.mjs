import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem, type } from 'node:os';
import { inRoot } from './paths.mjs';

const FILE = inRoot('docs', 'performance.md');

/**
 * Writes what a bench reported into its section of docs/performance.md; what stands outside of the marks stays.
 * @param {{ bench: string, command: string, status: number, report: string }} result `report`: the file it wrote
 * @returns {string} the file that was written
 */
export function saveResult({ bench, command, status, report }) {
  const result = existsSync(report) ? readFileSync(report, 'utf8').trim() : 'Nothing was measured.';
  const end = status === 0 ? '' : ' It ended with exit code 1: it failed, or missed a bound.';
  const run = `${dateAndCommit()}, ${machine()}: \`${command}\`.${end}`;
  writeFileSync(FILE, withSection(readFileSync(FILE, 'utf8'), bench, `${run}\n\n${titlesBold(result)}`));
  return FILE;
}

/** `text` with a section's result replaced, or with a new section at its end. @param {string} text @param {string} bench @param {string} result */
export function withSection(text, bench, result) {
  const [from, to] = [`<!-- ${bench} -->`, `<!-- end of ${bench} -->`];
  const section = `${from}\n\n${result}\n\n${to}`;
  if (!text.includes(from)) return `${text.trimEnd()}\n\n## ${bench}\n\n${section}\n`;
  const [before = '', rest = ''] = text.split(from);
  const [, after = ''] = rest.split(to);
  return `${before}${section}${after}`;
}

/** A line above a table is its title. @param {string} result */
const titlesBold = (result) => result.replaceAll(/^([^|\n].*)\n\n(?=\|)/gm, '**$1**\n\n');

function dateAndCommit() {
  const git = (/** @type {string[]} */ ...words) =>
    spawnSync('git', words, { encoding: 'utf8' }).stdout.trim();
  const changed =
    git('status', '--porcelain', '--untracked-files=no', '--', ':!docs') === '' ? '' : ' with changes';
  return `${new Date().toISOString().slice(0, 10)}, commit ${git('rev-parse', '--short', 'HEAD')}${changed}`;
}

function machine() {
  const model = (cpus()[0]?.model ?? process.arch).replaceAll(/\s+/g, ' ').trim();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} cores of ${model}, ${memory} GiB of memory, ${type()}, Node ${process.versions.node}`;
}
