const UNIQUE_VIOLATION = '23505';

/**
 * Runs a transaction once more when a unique index refused it: what the other one wrote at the same moment can then be
 * seen, and decides. A second refusal is thrown.
 */
export async function againIfRaced<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isRace = error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
    if (isRace) return run();
    throw error;
  }
}
