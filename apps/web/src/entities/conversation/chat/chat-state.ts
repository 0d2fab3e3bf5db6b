import type { AttachmentView, ChatAnswer, Citation, ToolCall } from '@hanasu/contract/chat';
import type { ChatMessage } from '@hanasu/contract/chats';
import type { MessageId } from '@hanasu/contract/ids';
import type { Feedback } from '@hanasu/contract/inbox';
import type { z } from 'zod';
import { isApiError } from '../../../shell/api/api-error.ts';
import { newId } from '../../../shell/new-id.ts';
import type { ChatEvent } from './chat-stream.ts';

/** A message and those in its place in other branches, oldest first. */
export interface BranchPoint {
  uuid: MessageId;
  siblings: MessageId[];
}

/** A question and its answer. */
export interface ChatTurn {
  id: string;
  question: string;
  attachments: AttachmentView[];
  /** Null until the server has it; answers without a question (a person's message) have none. */
  asked: BranchPoint | null;
  answered: BranchPoint | null;
  text: string;
  citations: Citation[];
  toolCalls: ToolCall[];
  state: 'waiting' | 'streaming' | 'done' | 'stopped' | 'failed';
  /** Present when `done`: usage, timing, outcome. */
  answer:
    | (Pick<z.output<typeof ChatAnswer>, 'usage' | 'timing' | 'outcome' | 'serviceUuid'> &
        Partial<Pick<z.output<typeof ChatAnswer>, 'botUuid'>>)
    | null;
  feedback: Feedback | null;
  /** Present when `failed`. */
  fault: unknown;
}

/** A chat as it is shown. */
export interface ChatState {
  readonly turns: readonly ChatTurn[];
  readonly hasEarlier: boolean;
}

export type ChatAction =
  | { type: 'asked'; turn: ChatTurn }
  | { type: 'event-received'; id: string; event: ChatEvent }
  | { type: 'stream-ended'; id: string; error: unknown }
  /** The same question is answered again, in its place. */
  | { type: 'restarted'; id: string }
  /** Another answer: what came after it stays on the server, as a branch. */
  | { type: 'regenerated'; id: string }
  /** Another question in the same place: what came after it stays on the server, as a branch. */
  | { type: 'edited'; id: string; question: string }
  | { type: 'rated'; id: string; feedback: Feedback | null }
  | { type: 'reloaded'; stored: ChatState }
  | { type: 'earlier-loaded'; earlier: ChatState }
  | { type: 'cleared' };

export function chatReducer(state: ChatState, action: ChatAction): ChatState {
  const change = (id: string, update: (turn: ChatTurn) => ChatTurn): ChatState => ({
    ...state,
    turns: state.turns.map((turn) => (turn.id === id ? update(turn) : turn)),
  });
  switch (action.type) {
    case 'asked':
      return { ...state, turns: [...state.turns, action.turn] };
    case 'event-received':
      return change(action.id, (turn) => withEvent(turn, action.event));
    case 'stream-ended':
      return change(action.id, (turn) => afterEnd(turn, action.error));
    case 'restarted':
      return change(action.id, startedAgain);
    case 'regenerated':
      return upTo(change(action.id, startedAgain), action.id);
    case 'edited': {
      const { id, question } = action;
      return upTo(
        change(id, (turn) => ({ ...startedAgain(turn), question, answered: null })),
        id,
      );
    }
    case 'rated':
      return change(action.id, (turn) => ({ ...turn, feedback: action.feedback }));
    case 'reloaded':
      return { turns: action.stored.turns, hasEarlier: action.stored.hasEarlier };
    case 'earlier-loaded':
      return { turns: [...action.earlier.turns, ...state.turns], hasEarlier: action.earlier.hasEarlier };
    case 'cleared':
      return { turns: [], hasEarlier: false };
  }
}

const upTo = (state: ChatState, id: string): ChatState => ({
  ...state,
  turns: state.turns.slice(0, state.turns.findIndex((turn) => turn.id === id) + 1),
});

const NOTHING_SAID = {
  text: '',
  citations: [],
  toolCalls: [],
  answer: null,
  feedback: null,
  fault: null,
} satisfies Partial<ChatTurn>;

export const newTurn = (question: string, attachments: AttachmentView[] = []): ChatTurn => ({
  id: newId(),
  question,
  attachments,
  asked: null,
  answered: null,
  state: 'waiting',
  ...NOTHING_SAID,
});

/** Asked anew: what was said is gone, what was asked stays. */
const startedAgain = (turn: ChatTurn): ChatTurn => ({ ...turn, ...NOTHING_SAID, state: 'waiting' });

export const isOpen = ({ state }: ChatTurn): boolean => state === 'waiting' || state === 'streaming';

const added = (place: BranchPoint | null, uuid: MessageId): BranchPoint => ({
  uuid,
  siblings: [...(place?.siblings ?? []).filter((each) => each !== uuid), uuid],
});

function withEvent(turn: ChatTurn, event: ChatEvent): ChatTurn {
  switch (event.type) {
    case 'begun':
      return {
        ...turn,
        asked: turn.asked?.uuid === event.questionUuid ? turn.asked : added(turn.asked, event.questionUuid),
        answered: added(turn.answered, event.answerUuid),
      };
    case 'citations':
      return { ...turn, citations: event.passages };
    case 'tool':
      return { ...turn, toolCalls: [...turn.toolCalls.filter(({ id }) => id !== event.call.id), event.call] };
    case 'text':
      return { ...turn, state: 'streaming', text: turn.text + event.delta };
    case 'restart':
      return startedAgain(turn);
    case 'answer': {
      const { message, outcome } = event.answer;
      return {
        ...turn,
        state: outcome === 'stopped' ? 'stopped' : 'done',
        text: message.text,
        citations: message.citations,
        toolCalls: message.toolCalls,
        answer: event.answer,
      };
    }
  }
}

function afterEnd(turn: ChatTurn, error: unknown): ChatTurn {
  if (!isOpen(turn)) return turn;
  if (isApiError(error, 'aborted')) return { ...turn, state: 'stopped' };
  // A stream that ends without its last part has no error: what was written is shown, and the person may ask again.
  return { ...turn, state: 'failed', fault: error ?? null };
}

/** Pairs of question and answer; a question that was never answered may be asked again. */
export function turnsOf(messages: readonly ChatMessage[]): ChatTurn[] {
  const turns: ChatTurn[] = [];
  for (const message of messages) {
    if (message.kind !== 'text') continue;
    const last = turns.at(-1);
    if (message.sender === 'customer') turns.push(asked(message));
    else if (last && last.answered === null) turns[turns.length - 1] = answered(last, message);
    else turns.push(answered({ ...newTurn(''), id: message.uuid }, message));
  }
  return turns;
}

const asked = ({ uuid, text, attachments, siblings }: ChatMessage): ChatTurn => ({
  ...newTurn(text, attachments),
  id: uuid,
  asked: { uuid, siblings },
  state: 'stopped',
});

function answered(turn: ChatTurn, message: ChatMessage): ChatTurn {
  const { uuid, siblings, text, citations, toolCalls, feedback } = message;
  const { usage, timing, outcome, serviceUuid } = message;
  return {
    ...turn,
    answered: { uuid, siblings },
    text,
    citations,
    toolCalls,
    feedback,
    state: outcome === 'stopped' ? 'stopped' : 'done',
    answer: usage && timing && outcome ? { usage, timing, outcome, serviceUuid } : null,
  };
}
