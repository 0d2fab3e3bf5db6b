CREATE TABLE "inbox_views" (
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"views" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_views_account_id_user_id_pk" PRIMARY KEY("account_id","user_id")
);
--> statement-breakpoint
alter table inbox_views enable row level security;
--> statement-breakpoint
alter table inbox_views force row level security;
--> statement-breakpoint
create policy tenant on inbox_views using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
