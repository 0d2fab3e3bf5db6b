/** What stands above a chunk, for ranking: the document's title and the headings on the way. */
export const titleText = (title: string, headingPath: readonly string[]): string =>
  [title, ...headingPath].join('\n');
