-- Second lock behind the stores: every table with an account_id shows and takes only rows of the account that the
-- transaction names (set local app.account_id), unless it names the system scope (workers, webhooks, sign-in).
-- FORCE makes it hold for the tables' owner too; a superuser would still pass, so the server refuses to run as one.
do $$
declare
  tenant record;
begin
  for tenant in
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'account_id'
  loop
    execute format('alter table %I enable row level security', tenant.table_name);
    execute format('alter table %I force row level security', tenant.table_name);
    execute format(
      'create policy tenant on %I using (
         account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid
         or current_setting(''app.scope'', true) = ''system'')',
      tenant.table_name);
  end loop;
end
$$;
--> statement-breakpoint
-- Posting blocks are compressed already; compressing them again costs more than it saves.
alter table index_blocks alter column data set storage external;
--> statement-breakpoint
-- Work tables are updated in place many times a minute.
alter table conversations set (fillfactor = 85);
--> statement-breakpoint
alter table outbox set (fillfactor = 70);
