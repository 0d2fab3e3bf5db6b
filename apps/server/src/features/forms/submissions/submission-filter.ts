import { OTHER } from '@hanasu/contract/form-answers';
import type { SubmissionView } from '@hanasu/contract/form-submissions';
import type { CustomerFieldId, CustomerId, FormId } from '@hanasu/contract/ids';
import { foldForSearch } from '@hanasu/contract/text';
import { AppError } from '../../../platform/app-error.ts';

const FIELDS = (path: string) => `jsonb_path_query(definition, '$.pages[*].fields[*]${path}') as a(field)`;
/** The labels of each choice, by the key of its field and its id; the keys of fields with files. */
const SEARCH_COLUMNS = `array(select a.field ->> 'key' from ${FIELDS(' ? (@.kind == "file")')}) as files,
      coalesce((select jsonb_object_agg(a.field ->> 'key', (select jsonb_object_agg(o.option ->> 'id',
            (select string_agg(l.label, chr(10)) from jsonb_each_text(o.option -> 'label') as l(language, label)))
          from jsonb_array_elements(a.field -> 'options') as o(option)))
        from ${FIELDS(' ? (exists (@.options))')}), '{}') as labels`;
const NO_SEARCH_COLUMNS = `'{}'::text[] as files, '{}'::jsonb as labels`;

/**
 * Makes the part of a `with` clause that reads what versions say of their fields, as `v`. `$1` is the account, `$2` the
 * ids of the customer fields that the role does not see. `which`: SQL that picks the versions.
 */
export const versions = (which: string, isSearched = false): string => `v as materialized (
    select form_id, number,
      array(select a.field ->> 'key' from ${FIELDS('')}
        where a.field #>> '{mapTo,fieldUuid}' = any($2::text[])) as hidden,
      ${isSearched ? SEARCH_COLUMNS : NO_SEARCH_COLUMNS}
    from form_versions where account_id = $1 and ${which})`;

/** The answers a role may see. */
export const ANSWERS = 's.answers - v.hidden';

export interface SubmissionFilter {
  readonly hidden: readonly CustomerFieldId[];
  readonly formId?: FormId | undefined;
  readonly customerId?: CustomerId | undefined;
  readonly state?: SubmissionView['state'] | undefined;
  readonly source?: SubmissionView['source'] | undefined;
  readonly version?: number | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  /** Key of a field that has an answer. */
  readonly field?: string | undefined;
  /** The answer to that field, as `FormAnswer` stores it: the option's id, `true`, a number. `other:` stands for all that was written instead. */
  readonly answer?: string | undefined;
  /** What was typed into the search. */
  readonly q?: string | undefined;
}

/** The text that the search covers: the customer, the note, answers by the labels of their choices, and names of files. */
const SEARCHED = `concat_ws(chr(10), c.shown_name, s.note,
    (select string_agg(coalesce(v.labels -> a.key ->> t.text, regexp_replace(t.text, '^${OTHER}', '')), chr(10))
     from jsonb_each(${ANSWERS} - v.files) as a(key, value)
     cross join lateral (
       select a.value #>> '{}' as text where jsonb_typeof(a.value) in ('string', 'number')
       union all select jsonb_array_elements_text(a.value) where jsonb_typeof(a.value) = 'array'
       union all select p.text from jsonb_each_text(a.value) as p(key, text) where jsonb_typeof(a.value) = 'object') t),
    (select string_agg(x.name, chr(10)) from form_files x
     where x.account_id = s.account_id and x.submission_id = s.id and (${ANSWERS}) ? x.field))`;

/** The versions that submissions of a filter can have. */
export const filteredVersions = ({ q }: Pick<SubmissionFilter, 'q'>): string =>
  versions('($3::uuid is null or form_id = $3)', Boolean(q));

/** `$1` is the account, `$2` to `$12` are `valuesOf` a filter. */
export const WHERE = `s.account_id = $1 and ($3::uuid is null or s.form_id = $3)
  and ($4::uuid is null or s.customer_id = $4
    or s.customer_id in (select x.merged_id from customer_merges x where x.account_id = $1 and x.kept_id = $4))
  and ($5::text is null or s.state = $5)
  and ($6::timestamptz is null or s.created_at >= $6) and ($7::timestamptz is null or s.created_at < $7)
  and ($8::text is null or s.source = $8) and ($9::int is null or s.version = $9)
  and ($10::text is null or exists (select 1 from jsonb_path_query((${ANSWERS}) -> $10, '$[*]') as g(value)
    where $11::text is null or g.value #>> '{}' = $11 or ($11 = '${OTHER}' and g.value #>> '{}' like '${OTHER}%')))
  and ($12::text is null or position($12 in fold_name(${SEARCHED})) > 0)`;

export function valuesOf(filter: SubmissionFilter): unknown[] {
  if (filter.answer !== undefined && filter.field === undefined)
    throw AppError.field('validation_failed', 'query.field', 'Name the field whose answer is wanted');
  return [
    filter.hidden,
    filter.formId ?? null,
    filter.customerId ?? null,
    filter.state ?? null,
    filter.from ?? null,
    filter.until ?? null,
    filter.source ?? null,
    filter.version ?? null,
    filter.field ?? null,
    filter.answer ?? null,
    filter.q ? foldForSearch(filter.q) : null,
  ];
}
