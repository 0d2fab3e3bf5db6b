// `npm run house`: the numbers of the house, beside what they should become.
import { checkRows, RECORDED } from '../rows/check-rows.ts';
import { readSourceFiles } from '../source-files.ts';
import { bannedWords } from '../vocabulary.ts';
import * as measure from './measure-source.ts';
import { traceMessage } from './trace-message.ts';

const files = measure.productionFiles(readSourceFiles());
const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

const used = measure.singleUse(files);
const functions = measure.measureFunctions(files);
const features = measure.measureFeatures(files);
const wiring = measure.wiringFiles(files);
const declared = await checkRows(RECORDED);
const message = await traceMessage();

const rows: [string, string, string][] = [
  ['files / room changes of one LINE message', `${message.files.length} / ${message.changes}`, '≤ 45 / ≤ 15'],
  ['files imported by exactly one other', `${share(used.single, used.files)} of ${used.files}`, '≤ 30 %'],
  ['features', String(features.features), '20'],
  ['circles of features, types included', String(features.circles.length), '0'],
  ["pairs writing another's tables", String(features.foreignWrites.length), '0'],
  ['wiring files', String(wiring.length), '≤ 9'],
  ['functions with more than 3 parameters', share(functions.wide, functions.count), '≤ 1.5 %'],
  ['lines of a function, p99', String(functions.p99Lines), '≤ 60'],
  ['banned words', String(bannedWords(files).length), '0'],
  [`files over ${measure.LONGEST_FILE} lines`, String(measure.longFiles(files).length), '0'],
  ['statements whose declared rows nothing checks', String(declared.unchecked.length), '0'],
  ['declared rows that are not what is returned', String(declared.problems.length), '0'],
];
for (const [name, now, target] of rows) console.log(`| ${name} | ${now} | ${target} |`);

const single = process.argv.indexOf('--single');
if (single > 0) for (const line of measure.singleUsers(files, process.argv[single + 1])) console.log(line);

if (process.argv.includes('--long')) {
  console.log(
    JSON.stringify(
      { path: message.files, ...features, wiring, long: measure.longFiles(files), ...declared },
      null,
      1,
    ),
  );
}
