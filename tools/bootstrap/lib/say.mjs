/** Progress of the bootstrap, apart from what the programs it runs print. @param {string} message */
export const say = (message) => console.log(`[hanasu] ${message}`);

/** Ends with a reason a person can act on. @param {string} message @returns {never} */
export function giveUp(message, exitCode = 1) {
  console.error(`[hanasu] ${message}`);
  process.exit(exitCode);
}
