/** One line of the table: a ratio, or a count, with its bound. */
export interface SpeedRow {
  readonly what: string;
  readonly measured: number;
  readonly atMost?: number;
  readonly atLeast?: number;
  /** What the ratio was made of, for people: `12.1 ms ÷ 4.0 ms`. */
  readonly from?: string;
}
