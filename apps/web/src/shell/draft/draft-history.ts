// Every step of what is edited, for undo. Pure.

const STEPS_MAX = 100;

export interface History<Draft> {
  readonly past: readonly Draft[];
  readonly present: Draft;
  readonly future: readonly Draft[];
  /** Of the last step: what is typed into one field is one step. */
  readonly group: string | null;
}
type HistoryAction<Draft> =
  | {
      readonly type: 'edited';
      readonly change: (draft: Draft) => Draft;
      readonly group?: string | undefined;
    }
  /** `to`: one of the drafts before, with all steps since; else one step. */
  | { readonly type: 'undone'; readonly to?: Draft | undefined }
  | { readonly type: 'redone' }
  | { readonly type: 'loaded'; readonly draft: Draft };

export const startHistory = <Draft>(draft: Draft): History<Draft> => ({
  past: [],
  present: draft,
  future: [],
  group: null,
});

export type HistoryReducer<Draft> = (history: History<Draft>, action: HistoryAction<Draft>) => History<Draft>;

/** `settle` mends what a change has left behind. */
export const makeHistoryReducer =
  <Draft>(settle: (draft: Draft) => Draft): HistoryReducer<Draft> =>
  (history, action) => {
    const { past, present, future, group } = history;
    switch (action.type) {
      case 'edited': {
        const next = settle(action.change(present));
        if (next === present) return history;
        const isSameStep = action.group !== undefined && action.group === group && future.length === 0;
        return {
          past: isSameStep ? past : [...past, present].slice(-STEPS_MAX),
          present: next,
          future: [],
          group: action.group ?? null,
        };
      }
      case 'undone': {
        const at = action.to ? past.lastIndexOf(action.to) : past.length - 1;
        const before = past[at];
        if (!before) return history;
        return {
          past: past.slice(0, at),
          present: before,
          future: [...past.slice(at + 1), present, ...future],
          group: null,
        };
      }
      case 'redone': {
        const [after, ...rest] = future;
        if (!after) return history;
        return { past: [...past, present], present: after, future: rest, group: null };
      }
      case 'loaded':
        return startHistory(action.draft);
    }
  };
