/**
 * Loads something the first time it is asked for and gives everybody the same promise, so that those who wait go on in the
 * order in which they asked. `import()` alone does not promise that: of two calls for a module that is still being fetched,
 * the later one may be answered first. What failed is loaded again by the next call.
 */
export function loadOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
