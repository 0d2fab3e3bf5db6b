/** Runs `call` on `lanes` lanes for `milliseconds`, each lane one after the other. Returns what each call took. */
export async function drive(
  call: (index: number) => Promise<void>,
  { lanes, milliseconds }: { readonly lanes: number; readonly milliseconds: number },
): Promise<{ readonly perSecond: number; readonly durations: number[] }> {
  const durations: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + milliseconds;
  let index = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const calledAt = performance.now();
      await call(index++);
      durations.push(performance.now() - calledAt);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { perSecond: durations.length / ((performance.now() - startedAt) / 1000), durations };
}
