/** Every word in English, by namespace. Each `words/en.ts` adds its own namespaces, so that keys are checked. */
// biome-ignore lint/suspicious/noEmptyInterface: words/en.ts of each feature, entity and the shell extend it.
export interface EnglishWords {}

/** The same keys as English, each a text; `_one` forms may be left out where a language has none. */
export type WordsLike<English> = {
  [Key in keyof English as Key extends `${string}_one` ? never : Key]: English[Key] extends string
    ? string
    : WordsLike<English[Key]>;
} & { [Key in keyof English as Key extends `${string}_one` ? Key : never]?: string };
