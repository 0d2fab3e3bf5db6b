#!/usr/bin/env bash
# date-holidays 3.37.0 (npm), Node 24.21.0.
#
# Behaviour: where a public holiday of Japan falls on a Sunday, the list has the day off instead (振替休日) as a public
# holiday of its own. Vietnam has the same rule (Labour Code 45/2019/QH14, article 111.3: the next working day is off
# when a holiday falls on the weekly day of rest), but its list has no such days: the Hung Kings' day of 2026 is Sunday
# 26 April, and Monday 27 April, on which the country is off, is an ordinary day. So a shop that closes on public
# holidays is taken as open.
#
# Guess before the run: Monday 27 April 2026 is a public holiday of VN, as Wednesday 6 May 2026 is one of JP.
# Way out: the next working day is added by the rule of the code.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 date-holidays@3.37.0 >/dev/null
cat >run.mjs <<'JS'
import DateHolidays from 'date-holidays';

const publicDays = (country) =>
  new DateHolidays(country)
    .getHolidays(2026)
    .filter(({ type }) => type === 'public')
    .map(({ date }) => date.slice(0, 10));
const [japan, vietnam] = [publicDays('JP'), publicDays('VN')];
// Constitution Memorial Day is Sunday 3 May, and the two days after it are holidays, too.
console.log('JP, 3 May (Sunday) and 6 May:', japan.includes('2026-05-03'), japan.includes('2026-05-06'));
console.log('VN, 26 April (Sunday) and 27 April:', vietnam.includes('2026-04-26'), vietnam.includes('2026-04-27'));
JS
node_modules/.bin/node run.mjs | tee seen.txt
diff - seen.txt <<'SEEN'
JP, 3 May (Sunday) and 6 May: true true
VN, 26 April (Sunday) and 27 April: true false
SEEN
