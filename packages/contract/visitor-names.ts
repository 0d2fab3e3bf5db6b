/** The number of a website visitor who gave no name, which the server stores as `Visitor 0042`; null: another name. */
export const visitorNumber = (name: string): string | null => /^Visitor (\d{4})$/.exec(name)?.[1] ?? null;
