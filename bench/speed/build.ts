import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { SpeedRow } from './speed-row.ts';

/** Seconds of a build of the web app from nothing. */
function build(root: string): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync('npm', ['run', 'build'], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the web app of ${root} was not built: ${stderr}`);
  return (performance.now() - startedAt) / 1000;
}

/** The web app's build, against that of another checkout. */
export async function measureBuild({ beside }: { readonly beside?: string }): Promise<readonly SpeedRow[]> {
  if (beside === undefined) return [];
  const [there, here] = [build(path.resolve(beside)), build('.')];
  const from = `${here.toFixed(1)} s ÷ ${there.toFixed(1)} s, ${availableParallelism()} processors`;
  return [{ what: 'web build ÷ beside', measured: here / there, atMost: 0.5, from }];
}
