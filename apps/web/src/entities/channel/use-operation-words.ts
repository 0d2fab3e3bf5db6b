import { useWords } from '../../i18n/use-words.ts';

/** Calls that go out and events that come in, whichever channel they are of; words in `channel.operations`. */
const OPERATIONS = [
  'send',
  'webhook',
  'profile',
  'followers',
  'menus',
  'quota',
  'media',
  'renewal',
  'check',
  'typing',
  'read',
  'message',
  'edited',
  'follow',
  'unfollow',
  'unsend',
  'echo',
  'receipt',
  'reaction',
  'details',
  'erase',
  'other',
  'unreadable',
  'join',
  'leave',
  'memberJoined',
  'memberLeft',
  'beacon',
  'accountLink',
  'membership',
  'videoPlayComplete',
  'call',
  'consentAsked',
  'consentGiven',
  'chatOpened',
  'widgetAccepted',
  'tagAdded',
  'tagRemoved',
  'botSuspended',
  'botResumed',
  'delivery',
] as const;

/** What a call or an event is; one that a vendor has thought of since is told by its own name. */
export function useOperationWords(): (operation: string) => string {
  const { t } = useWords();
  return (operation) => {
    const known = OPERATIONS.find((each) => each === operation);
    return known ? t(`channel.operations.${known}`) : operation;
  };
}
