CREATE TABLE "pictures" (
	"account_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"webp" "bytea",
	"fetched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pictures_account_id_subject_id_pk" PRIMARY KEY("account_id","subject_id")
);
--> statement-breakpoint
CREATE TABLE "secret_keys" (
	"id" "bytea" PRIMARY KEY NOT NULL,
	"check_value" "bytea" NOT NULL,
	"recovery_key" "bytea",
	"retired_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Belongs to no account: only work for the whole installation sees it.
alter table secret_keys enable row level security;
--> statement-breakpoint
alter table secret_keys force row level security;
--> statement-breakpoint
create policy installation on secret_keys using (current_setting('app.scope', true) = 'system');
--> statement-breakpoint
alter table pictures enable row level security;
--> statement-breakpoint
alter table pictures force row level security;
--> statement-breakpoint
create policy tenant on pictures using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
--> statement-breakpoint
-- A copy goes with what it shows, whoever removes that, and when its vendor has another picture.
create function drop_picture() returns trigger language plpgsql as $$
begin
  delete from pictures where account_id = old.account_id and subject_id = old.id;
  return null;
end
$$;
--> statement-breakpoint
create trigger friends_picture_changed after update of picture_url on friends
  for each row when (old.picture_url is distinct from new.picture_url) execute function drop_picture();
--> statement-breakpoint
create trigger friends_picture_gone after delete on friends for each row execute function drop_picture();
--> statement-breakpoint
create trigger channels_picture_changed after update of picture_url on channels
  for each row when (old.picture_url is distinct from new.picture_url) execute function drop_picture();
--> statement-breakpoint
create trigger channels_picture_gone after delete on channels for each row execute function drop_picture();
--> statement-breakpoint
create trigger conversations_picture_changed after update of group_picture_url on conversations
  for each row when (old.group_picture_url is distinct from new.group_picture_url) execute function drop_picture();
--> statement-breakpoint
create trigger conversations_picture_gone after delete on conversations
  for each row when (old.group_picture_url is not null) execute function drop_picture();
--> statement-breakpoint
-- Tables that name their account in another column, or are one. docs/row-level-security.md has the rest.
do $$
declare
  locked record;
begin
  for locked in select * from (values ('accounts', 'id'), ('api_key_hashes', 'tenant_id'), ('channel_routes', 'tenant_id'),
    ('chat_shares', 'tenant_id'), ('memberships', 'tenant_id'), ('one_time_codes', 'tenant_id'),
    ('public_bots', 'tenant_id'), ('sessions', 'tenant_id')) as t (name, col) loop
    execute format('alter table %I enable row level security', locked.name);
    execute format('alter table %I force row level security', locked.name);
    execute format(
      'create policy tenant on %I using (
         %I = nullif(current_setting(''app.account_id'', true), '''')::uuid
         or current_setting(''app.scope'', true) = ''system'')',
      locked.name, locked.col);
  end loop;
  for locked in select * from (values ('failed_tries'), ('identities'), ('mails'), ('passkeys'), ('public_bot_reports'),
    ('recovery_codes')) as t (name) loop
    execute format('alter table %I enable row level security', locked.name);
    execute format('alter table %I force row level security', locked.name);
    execute format(
      'create policy installation on %I using (current_setting(''app.scope'', true) = ''system'')', locked.name);
  end loop;
end
$$;
--> statement-breakpoint
-- What an account does is told by mail; it cannot read any.
create policy writes on mails for insert with check (true);
