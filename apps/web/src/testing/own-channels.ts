const OWN = crypto.randomUUID();

/** Files of tests run beside each other in threads of one process, where channels of one name join their pages. */
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${OWN}/${name}`);
  }
};
