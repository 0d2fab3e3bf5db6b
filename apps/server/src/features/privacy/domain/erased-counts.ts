/** What was erased together with a person. */
export interface ErasedCounts {
  readonly accounts: number;
  readonly bots: number;
  readonly documents: number;
  readonly conversations: number;
  readonly messages: number;
}

export const NOTHING_ERASED: ErasedCounts = {
  accounts: 0,
  bots: 0,
  documents: 0,
  conversations: 0,
  messages: 0,
};
