import { BotFile } from '@hanasu/contract/bot-files';

/** What a server takes in one request. */
const BYTES_MAX = 1_000_000;

/** `path` is like `bot.settings.tone`; empty: the file as a whole. */
export interface FileProblem {
  readonly path: string;
  readonly message: string;
}

export type ReadBotFile =
  | { readonly file: BotFile }
  | { readonly unreadable: 'notJson' | 'tooLarge' }
  | { readonly problems: FileProblem[] };

/** Reads a bot's file by the rules of the contract, which have words in the language in use. */
export async function readBotFile(blob: Blob): Promise<ReadBotFile> {
  if (blob.size > BYTES_MAX) return { unreadable: 'tooLarge' };
  let value: unknown;
  try {
    value = JSON.parse(await blob.text());
  } catch {
    return { unreadable: 'notJson' };
  }
  const parsed = BotFile.safeParse(value);
  if (parsed.success) return { file: parsed.data };
  const problems = parsed.error.issues.flatMap((issue) => {
    const places =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    return places.map((path) => ({ path: path.join('.'), message: issue.message }));
  });
  return { problems };
}
