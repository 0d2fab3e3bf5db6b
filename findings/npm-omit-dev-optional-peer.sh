#!/usr/bin/env bash
# npm 11.19.1, with i18next 27.1.2 and typescript 7.0.2.
#
# Behaviour: `npm install --omit=dev` installs a package that stands in `devDependencies` alone when some package that
# running needs names it as an optional peer, as i18next names TypeScript: the lock file calls it `devOptional`, which is
# left out only with `--omit=dev --omit=optional`. An installation for running gets a compiler that nothing in it loads.
#
# Guess before the run: what stands in `devDependencies` alone is left out.
# Way out: `legacy-peer-deps=true` in `.npmrc`, with the peers that are needed named in the own package.json.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund npm@11.19.1 >/dev/null
mkdir app
cd app
echo '{ "dependencies": { "i18next": "27.1.2" }, "devDependencies": { "typescript": "7.0.2" } }' >package.json
run() { ../node_modules/.bin/npm install --silent --no-audit --no-fund "$@" >/dev/null; }
for flag in --no-legacy-peer-deps --legacy-peer-deps; do
  rm -rf node_modules package-lock.json
  run "$flag" --package-lock-only
  run "$flag" --omit=dev
  echo "$flag: $(ls node_modules | tr '\n' ' ')"
done | tee ../seen
diff ../seen - <<'SEEN'
--no-legacy-peer-deps: @typescript i18next typescript 
--legacy-peer-deps: i18next 
SEEN
