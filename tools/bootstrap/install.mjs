// Runs before the commands for developers: installs the packages that `npm start` leaves out.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { ROOT } from './lib/paths.mjs';

process.chdir(ROOT);
ensureInstalled();
