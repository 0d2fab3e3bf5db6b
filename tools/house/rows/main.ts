// `npm run check-rows`: compares the declared rows of SQL statements with what they returned in the last `npm test`.
// `--complete`: it is a fault too when no test has run a statement.
import { checkRows, RECORDED } from './check-rows.ts';

const { calls, unchecked, problems } = await checkRows(RECORDED);
for (const problem of problems) console.log(problem);
for (const place of unchecked) console.log(`${place} was not run by a test since its file was changed`);
console.log(`${calls} declared rows: ${problems.length} mismatches, ${unchecked.length} unchecked`);
const isComplete = unchecked.length === 0 || !process.argv.includes('--complete');
process.exitCode = problems.length === 0 && isComplete ? 0 : 1;
