-- What is kept of a customer in fields of the account, in the spelling that a search compares.
create function fold_fields(fields jsonb) returns text language sql immutable strict parallel safe as $$
  select coalesce(fold_name(string_agg(e.value #>> '{}', E'\n')), '') from jsonb_each(fields) e
  where jsonb_typeof(e.value) in ('string', 'number')
$$;
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "searched_fields" text GENERATED ALWAYS AS (fold_fields(fields)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "friends" ADD COLUMN "message_times" timestamp with time zone[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
select set_config('app.scope', 'system', true);
--> statement-breakpoint
update friends f set message_times = n.times
from (
  select s.account_id, s.friend_id, array_agg(s.at order by s.at) as times
  from (
    select m.account_id, coalesce(m.friend_id, k.friend_id) as friend_id, m.created_at as at,
      row_number() over (partition by m.account_id, coalesce(m.friend_id, k.friend_id) order by m.created_at desc) as place
    from messages m join conversations k on k.account_id = m.account_id and k.id = m.conversation_id
    where m.sender = 'customer' and coalesce(m.friend_id, k.friend_id) is not null) s
  where s.place <= 100
  group by s.account_id, s.friend_id) n
where f.account_id = n.account_id and f.id = n.friend_id;
--> statement-breakpoint
select set_config('app.scope', '', true);
--> statement-breakpoint
-- Whole accounts are read of these: the settings are read once for a statement, not for each of its rows.
alter policy tenant on customers using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter policy tenant on customer_contacts using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter policy tenant on customer_tags using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter policy tenant on friends using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
