import { BotConfig, DEFAULT_BOT_SETTINGS } from '@hanasu/contract/bots';
import { describe, expect, it } from 'vitest';
import {
  type AutosaveAction,
  type AutosaveState,
  autosaveReducer,
  expectedAfter,
  NOTHING_TO_SAVE,
  planSave,
  remoteChange,
} from './autosave-state.ts';

const BASE = BotConfig.parse({
  name: 'Front desk',
  serviceUuid: 'builtin',
  instructions: '',
  greeting: '',
  noAnswerReply: '',
  knowledgeUuids: [],
  answerOnlyFromKnowledge: true,
  showSources: false,
  settings: DEFAULT_BOT_SETTINGS,
});
const after = (...actions: AutosaveAction[]): AutosaveState =>
  actions.reduce(autosaveReducer, NOTHING_TO_SAVE);

describe('autosaveReducer', () => {
  it('waits after an edit, and not after an edit that was taken back', () => {
    expect(after({ type: 'edited', isSaved: false }).state).toBe('waiting');
    expect(after({ type: 'edited', isSaved: false }, { type: 'edited', isSaved: true }).state).toBe('saved');
  });

  it('stays in saving while more is typed, and waits again once the save is done', () => {
    const typed = [{ type: 'save-started' }, { type: 'edited', isSaved: false }] as const;
    expect(after(...typed).state).toBe('saving');
    expect(after(...typed, { type: 'save-succeeded', isIncomplete: false, isBehind: true }).state).toBe(
      'waiting',
    );
  });

  it('is incomplete while something can not be sent', () => {
    expect(after({ type: 'skipped', isIncomplete: true }).state).toBe('incomplete');
    expect(after({ type: 'save-succeeded', isIncomplete: true, isBehind: true }).state).toBe('incomplete');
  });

  it('keeps the error until a save succeeds', () => {
    const error = new Error('offline');
    const failed = after({ type: 'save-failed', error });
    expect(failed).toMatchObject({ state: 'failed', fault: error });
    expect(autosaveReducer(failed, { type: 'edited', isSaved: false }).fault).toBe(error);
    const saved = { type: 'save-succeeded', isIncomplete: false, isBehind: false } as const;
    expect(autosaveReducer(failed, saved)).toEqual(NOTHING_TO_SAVE);
  });

  it('shows a remote change until it is dismissed or the bot is replaced', () => {
    const changed = after({ type: 'remote-change-adopted' });
    expect(changed.hasRemoteChange).toBe(true);
    expect(autosaveReducer(changed, { type: 'remote-change-dismissed' })).toEqual(NOTHING_TO_SAVE);
    expect(autosaveReducer(changed, { type: 'replaced' })).toEqual(NOTHING_TO_SAVE);
  });

  it('returns the same object when nothing changes', () => {
    const waiting = after({ type: 'edited', isSaved: false });
    expect(autosaveReducer(waiting, { type: 'edited', isSaved: false })).toBe(waiting);
  });
});

describe('planSave', () => {
  it('sends only what differs and holds back what the server would refuse', () => {
    expect(planSave(BASE, { ...BASE, greeting: 'Hello' })).toEqual({
      patch: { greeting: 'Hello' },
      isIncomplete: false,
    });
    expect(planSave(BASE, { ...BASE, greeting: 'Hello', name: '' })).toEqual({
      patch: { greeting: 'Hello' },
      isIncomplete: true,
    });
  });
});

describe('remoteChange', () => {
  it('takes what others changed, but for what was edited here', () => {
    const server = { ...BASE, greeting: 'Theirs', instructions: 'Be kind.' };
    const local = { ...BASE, greeting: 'Mine' };
    expect(remoteChange({ expected: BASE, server, local })).toEqual({ instructions: 'Be kind.' });
    expect(remoteChange({ expected: BASE, server: BASE, local })).toBeNull();
  });

  it('is null when the server only made something else of what was sent', () => {
    const server = { ...BASE, greeting: 'Hello' };
    const expected = expectedAfter(BASE, { greeting: ' Hello ' }, server);
    expect(remoteChange({ expected, server, local: { ...BASE, greeting: ' Hello ' } })).toBeNull();
  });
});
