CREATE TABLE "menu_removals" (
	"account_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"channel_kind" text NOT NULL,
	"channel_name" text NOT NULL,
	"sandbox" boolean NOT NULL,
	"credentials" "bytea" NOT NULL,
	"left_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"is_unlinked" boolean DEFAULT false NOT NULL,
	"is_clean" boolean DEFAULT false NOT NULL,
	CONSTRAINT "menu_removals_account_id_channel_id_pk" PRIMARY KEY("account_id","channel_id")
);
--> statement-breakpoint
ALTER TABLE "channel_menus" ADD COLUMN "problems" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "menu_removals_due" ON "menu_removals" USING btree ("due_at");--> statement-breakpoint
update channel_menus set error = case when error is null then null when error = 'the channel is not connected'
  then 'channel_disconnected' else 'unreachable' end;
--> statement-breakpoint
update channel_menus set drift = (select coalesce(jsonb_agg(d || '{"isLeft": true}'), '[]') from jsonb_array_elements(drift) d)
  where is_left;
--> statement-breakpoint
alter table menu_removals enable row level security;
--> statement-breakpoint
alter table menu_removals force row level security;
--> statement-breakpoint
create policy tenant on menu_removals using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
