#!/usr/bin/env bash
# vietnamese-lunar-calendar 0.0.6 and amlich 0.0.2 (npm), Node 24.21.0.
#
# Behaviour: `new LunarDate(2026, 1, 18)` is the first of the last lunar month where the process runs in UTC, and the
# thirtieth of the month before where it runs in Vietnam's time. The library computes new moons for the offset of the
# machine, also when it gets year, month and day as numbers and no moment, and its README does not say so. In UTC, as
# containers run, 214 of the 729 days from January 2026 on have another lunar date than in Vietnam, whole months of them.
#
# Guess before the run: all libraries for Vietnam's calendar compute for UTC+7, and may differ from each other for a few
# months in which the new moon is near midnight.
# Way out: a library that takes the offset, such as amlich with 7.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 vietnamese-lunar-calendar@0.0.6 amlich@0.0.2 >/dev/null
cat >run.mjs <<'JS'
import amlich from 'amlich';
import calendar from 'vietnamese-lunar-calendar';

const inVietnam = (year, month, day) => amlich.convertSolar2Lunar(day, month, year, 7).slice(0, 2).join('/');
const seen = (year, month, day) => {
  const { date, month: lunarMonth } = new calendar.LunarDate(year, month, day);
  return `${date}/${lunarMonth}`;
};
let other = 0;
for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2027, 11, 31); time += 86_400_000) {
  const day = new Date(time);
  const parts = [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()];
  if (seen(...parts) !== inVietnam(...parts)) other += 1;
}
console.log(process.env.TZ, '2026-01-18 is', seen(2026, 1, 18), 'in Vietnam', inVietnam(2026, 1, 18), 'others:', other);
JS
for zone in UTC Asia/Ho_Chi_Minh; do TZ=$zone node_modules/.bin/node run.mjs; done | tee seen
diff seen - <<'SEEN'
UTC 2026-01-18 is 1/12 in Vietnam 30/11 others: 214
Asia/Ho_Chi_Minh 2026-01-18 is 30/11 in Vietnam 30/11 others: 0
SEEN
