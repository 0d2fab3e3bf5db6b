/** One file of an export: a line of JSON for each row, with these members and no others. */
export interface ExportedEntity {
  readonly name: string;
  readonly tables: string;
  /** The column that names the account. */
  readonly account: string;
  /** Rows are read in the order of these, a page at a time. */
  readonly key: readonly string[];
  /** When a row was made; what is younger than the export is left to the next one. */
  readonly made?: string;
  /** Member of the line → column. Written out: a column that comes later is not exported until somebody decides so. */
  readonly members: Readonly<Record<string, string>>;
  /** SQL of which rows are about the customer whose id stands there as `id`; absent: none is. */
  readonly ofCustomer?: (id: string) => string;
}

export const isTheirs = (id: string): string => `customer_id = ${id}`;
const friendsOf = (id: string): string =>
  `(select f.id from friends f where f.account_id = $1 and f.customer_id = ${id})`;
/** Said by one of their friends, also in groups. */
export const isOfFriend = (id: string): string => `friend_id in ${friendsOf(id)}`;
/** Their own threads; in groups they are one of many. */
export const isOfThread = (id: string): string =>
  `conversation_id in (select k.id from conversations k where k.account_id = $1 and not k.is_group
     and k.${isOfFriend(id)})`;

/** What most tables have. */
export const own = { account: 'account_id', key: ['id'], made: 'created_at' } as const;
