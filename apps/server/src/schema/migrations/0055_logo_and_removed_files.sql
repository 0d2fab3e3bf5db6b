CREATE TABLE "removed_files" (
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "removed_files_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "logo_key" text;
--> statement-breakpoint
alter table removed_files enable row level security;
--> statement-breakpoint
alter table removed_files force row level security;
--> statement-breakpoint
create policy tenant on removed_files using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
