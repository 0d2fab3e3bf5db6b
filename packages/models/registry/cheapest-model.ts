import type { CatalogueEntry } from '../catalogue/catalogue-entry.ts';
import type { ModelRegistry } from './model-registry.ts';

interface Wanted {
  /** True: it must read pictures. */
  readonly sees?: boolean;
  /** Tokens of a usual call, for a model whose output costs more than another's. */
  readonly call?: { readonly input: number; readonly output: number };
}

/**
 * The cheapest language model that an account can use; null when only the built-in one is there, which can't write.
 * Who has entered a key that works has its models asked, not those that take tokens.
 */
export function cheapestModel(
  models: Pick<ModelRegistry, 'services' | 'find'>,
  { sees = false, call = { input: 1, output: 1 } }: Wanted = {},
): CatalogueEntry | null {
  const fit = models.services().flatMap(({ uuid, available, group, provider, abilities, key }) => {
    const isFit =
      available &&
      !key?.refused &&
      group !== 'image-model' &&
      provider !== 'builtin' &&
      (!sees || abilities.vision);
    return (isFit && models.find(uuid)) || [];
  });
  const own = fit.filter(({ ownKey }) => ownKey);
  const entries = own.length > 0 ? own : fit;
  const price = ({ rates }: CatalogueEntry): number => rates.input * call.input + rates.output * call.output;
  return entries.toSorted((one, other) => price(one) - price(other))[0] ?? null;
}
