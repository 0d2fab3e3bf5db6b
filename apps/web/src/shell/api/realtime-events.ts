import {
  UPDATE_AVAILABILITY,
  UPDATE_CONVERSATION,
  UPDATE_DOCUMENT,
  UPDATE_FRIEND_SYNC,
  UPDATE_KNOWLEDGE,
  UPDATE_PRESENCE,
  UPDATE_TEST_RUN,
  UPDATE_TYPING,
  UPDATE_WEBSITE,
  UpdateAvailability,
  UpdateConversation,
  UpdateDocument,
  UpdateFriendSync,
  UpdateKnowledge,
  UpdatePresence,
  UpdateTestRun,
  UpdateTyping,
  UpdateWebsite,
} from '@hanasu/contract/realtime';

/** What each event carries. Fetched beside the page, which shows its rows before anything happens to them. */
export const EVENTS = {
  [UPDATE_AVAILABILITY]: UpdateAvailability,
  [UPDATE_CONVERSATION]: UpdateConversation,
  [UPDATE_DOCUMENT]: UpdateDocument,
  [UPDATE_FRIEND_SYNC]: UpdateFriendSync,
  [UPDATE_KNOWLEDGE]: UpdateKnowledge,
  [UPDATE_PRESENCE]: UpdatePresence,
  [UPDATE_TEST_RUN]: UpdateTestRun,
  [UPDATE_TYPING]: UpdateTyping,
  [UPDATE_WEBSITE]: UpdateWebsite,
} as const;
