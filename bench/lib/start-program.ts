import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface RunningProgram {
  readonly pid: number;
  /** Everything it printed until it was ready. */
  readonly output: string;
  /** Milliseconds from its start until it was ready. */
  readonly readyAfter: number;
  stop(): Promise<void>;
}

export interface ProgramOptions {
  readonly file: string;
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** What it prints when it can be used. */
  readonly readyWhen: RegExp;
}

/** Runs a TypeScript file of the project in a process of its own and waits until it says that it is ready. */
export async function startProgram(options: ProgramOptions): Promise<RunningProgram> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [options.file, ...(options.arguments ?? [])], {
    env: { ...process.env, NODE_ENV: 'production', ...options.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A bench that fails must not leave its servers behind.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const output = await untilReady(child, options);
  child.stdout?.resume();
  return {
    pid: child.pid ?? 0,
    output,
    readyAfter: performance.now() - startedAt,
    async stop() {
      process.off('exit', kill);
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function untilReady(child: ChildProcess, { file, readyWhen }: ProgramOptions): Promise<string> {
  let output = '';
  child.stdout?.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text: string) => {
      output += text;
      if (readyWhen.test(output)) resolve(output);
    });
    child.once('exit', (code) =>
      reject(new Error(`${file} ended with ${code} before it was ready:\n${output}`)),
    );
  });
}
