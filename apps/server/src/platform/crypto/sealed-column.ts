/** A column that holds sealed values, declared by the feature whose table it is: keys are changed by this list. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Of its primary key. */
  readonly ids: readonly string[];
  /** What is bound into the value of a row. */
  readonly contextOf: (ids: readonly string[]) => string;
}

/** Bound to the id of its row. */
export const sealedById = (table: string, column: string): SealedColumn => ({
  table,
  column,
  ids: ['id'],
  contextOf: ([id = '']) => id,
});
