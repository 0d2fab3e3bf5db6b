import { parseArgs } from 'node:util';
import { checkBounds, printTable, report } from './lib/print-table.ts';
import { measureBuild } from './speed/build.ts';
import { measureChat } from './speed/chat.ts';
import { measureEvents } from './speed/events.ts';
import { measureIngest } from './speed/ingest.ts';
import { measureLine } from './speed/line.ts';
import { measureSearch } from './speed/search.ts';
import type { SpeedRow } from './speed/speed-row.ts';
import { measureWebhooks } from './speed/webhooks.ts';

/**
 * What a message, a document, a search and an event cost, each against a floor, a bound or another build in the same run.
 * `--beside FOLDER`: another checkout with its packages installed, measured beside this one. `--only chat,line`: these
 * parts alone. Memory, start and rest of a server left alone: `npm run bench -- idle`; what is installed: `installed`.
 */
const { values } = parseArgs({ options: { beside: { type: 'string' }, only: { type: 'string' } } });
const beside = values.beside === undefined ? {} : { beside: values.beside };
const PARTS: Readonly<Record<string, () => Promise<readonly SpeedRow[]>>> = {
  chat: () => measureChat(beside),
  line: measureLine,
  webhooks: measureWebhooks,
  events: measureEvents,
  ingest: measureIngest,
  search: measureSearch,
  build: () => measureBuild(beside),
};

const names = values.only?.split(',') ?? Object.keys(PARTS);
const unknown = names.filter((name) => !PARTS[name]);
if (unknown.length > 0) throw new Error(`no such part: ${unknown}; there are ${Object.keys(PARTS)}`);
const rows: SpeedRow[] = [];
for (const name of names) {
  report(`Measuring ${name} …`);
  rows.push(...((await PARTS[name]?.()) ?? []));
}
const made = rows.flatMap(({ what, from }) => (from ? [{ what, from }] : []));
if (made.length > 0) printTable('What the ratios were made of', made);
checkBounds(rows);
