CREATE TABLE "form_logins" (
	"account_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"login_channel_id" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"unknown_proofs" integer DEFAULT 0 NOT NULL,
	"unknown_at" timestamp with time zone,
	CONSTRAINT "form_logins_account_id_channel_id_login_channel_id_pk" PRIMARY KEY("account_id","channel_id","login_channel_id")
);
--> statement-breakpoint
ALTER TABLE "form_logins" ADD CONSTRAINT "form_logins_channel" FOREIGN KEY ("account_id","channel_id") REFERENCES "public"."channels"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
alter table form_logins enable row level security;
--> statement-breakpoint
alter table form_logins force row level security;
--> statement-breakpoint
create policy tenant on form_logins using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
