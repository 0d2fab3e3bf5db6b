import type { Condition } from '@hanasu/contract/segments';
import type { segments } from './words/en.ts';

export interface Option {
  readonly value: string;
  readonly label: string;
}
export interface Choices {
  readonly is: 'choices';
  readonly values: readonly string[];
  readonly options: readonly Option[];
  /** What none chosen means; absent: one has to be. */
  readonly none?: string;
  readonly set: (values: string[]) => Condition;
}
export interface Figure {
  readonly is: 'number';
  readonly value: number | null;
  readonly min?: number;
  readonly max?: number;
  readonly isWhole: boolean;
  readonly set: (value: number) => Condition;
}
export interface Line {
  readonly is: 'text' | 'day';
  readonly value: string;
  readonly set: (value: string) => Condition;
}
/** One of several. */
interface One {
  readonly is: 'one';
  readonly value: string;
  readonly options: readonly Option[];
  readonly set: (value: string) => Condition;
}
/** A place in a sentence that the person fills. */
export type Slot = Choices | One | Figure | Line;
export type SlotName = Exclude<
  keyof typeof segments.slots,
  'choose' | `any${string}` | 'languageUnknown' | 'noOwner' | 'allOf' | 'lastDays' | 'menuPage' | 'menuArea'
>;
export type Slots = Readonly<Partial<Record<SlotName, Slot>>>;
