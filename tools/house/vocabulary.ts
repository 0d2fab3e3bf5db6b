import type { SourceFile } from './source-files.ts';

/** Words that the code had for things that the field has a name for, and that name. See docs/glossary.md. */
const BANNED: Readonly<Record<string, string>> = {
  openPass: 'openBatch',
  closePass: 'commitBatch',
  createMailbox: 'createInboundProcessor',
  givingWay: 'backgroundThrottle',
  giveWay: 'waitForThrottle',
  GivingWay: 'BackgroundThrottle',
  tellers: 'events',
  Tellers: 'AppEvents',
  tellInbox: 'publishInboxEvent',
  tellTrouble: 'publishChannelTrouble',
  tellChange: 'publishChange',
  announce: 'publishConversationUpdate',
  waker: 'WorkerRegistry',
  WakeName: 'WorkerName',
  wakeTurns: 'notifyTurns',
  wakeDelivery: 'notifyDelivery',
  adoptForsaken: 'recoverInterruptedWork',
  releaseForsaken: 'releaseLeases',
  launchEngine: 'launchWorkerThread',
  runEngine: 'runWorkerThread',
  dressTurn: 'presentAnswer',
  dressAnswer: 'presentAnswer',
  Dressing: 'MessagePresentation',
  OutgoingLook: 'MessageOptions',
  answerLook: 'messageOptions',
  operatorLook: 'staffMessageOptions',
  PLAIN_LOOK: 'DEFAULT_MESSAGE_OPTIONS',
  sayNobodyThere: 'takeOutOfOfficeNotice',
  nobodyToldAt: 'outOfOfficeSentAt',
  openBuiltIn: 'openWebChannel',
  ruleBuiltIn: 'runWebChannelAutomations',
  followInbound: 'updateSlaAndAssignment',
  setEventAside: 'deadLetterEvent',
  InboundHappening: 'InboundEventBody',
  placeQuestion: 'findBranchPoint',
  growTree: 'appendToTree',
  beginChats: 'startTurns',
  finishTurns: 'completeTurns',
  answerOnce: 'answerStateless',
  beginPermission: 'startOauth',
  finishPermission: 'finishOauth',
  mayPush: 'hasPushQuota',
  proveAgain: 'reAuthenticate',
  withFactorCode: 'verifySecondFactor',
  takeAllowances: 'rate limits',
  existingBot: 'getBot',
  heldBot: 'lockBot',
  refuseInvalid: 'validateBotConfig',
  chargedCall: 'billed model call',
  createPromiseKeeper: 'createScheduledDeletions',
  keepVectors: 'embedPending',
  FaultNotice: 'ErrorNotice',
  OnlyFor: 'Can',
  EditableFor: 'CanEdit',
  useMay: 'usePermission',
};

const STRING = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;
const WORD = /[A-Za-z_$][\w$]*/g;

/** Each use as an identifier: `file: word (say this instead)`. */
export const bannedWords = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, code }) => {
    const words = new Set(code.replace(STRING, "''").match(WORD));
    return Object.entries(BANNED)
      .filter(([word]) => words.has(word))
      .map(([word, instead]) => `${path}: ${word} (${instead})`);
  });
