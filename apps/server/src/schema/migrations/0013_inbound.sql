CREATE TABLE "channel_apps" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"app_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channel_apps_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "app_hook_id" uuid;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "recipients" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "group_size" integer;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "group_size_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "channel_apps_app" ON "channel_apps" USING btree ("account_id","kind","app_id");
--> statement-breakpoint
-- The second lock of 0001_tenancy for the table that came.
alter table channel_apps enable row level security;
--> statement-breakpoint
alter table channel_apps force row level security;
--> statement-breakpoint
create policy tenant on channel_apps using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
--> statement-breakpoint
-- Row-level security holds for the owner of the tables, too: without a scope nothing would be updated.
select set_config('app.scope', 'system', true);
--> statement-breakpoint
-- One person on several channels of one account is one customer, the oldest, where the vendor's ids are shared.
with known as (
  select f.account_id, f.id, f.customer_id, first_value(f.customer_id) over (
    partition by f.account_id, c.kind, f.external_id order by f.created_at, f.id) as oldest
  from friends f join channels c on c.account_id = f.account_id and c.id = f.channel_id
  where c.kind in ('line', 'telegram') and not c.sandbox),
joined as (
  update friends f set customer_id = k.oldest from known k
  where f.account_id = k.account_id and f.id = k.id and k.customer_id <> k.oldest
  returning k.account_id, k.customer_id)
delete from customers c using joined j where c.account_id = j.account_id and c.id = j.customer_id;
--> statement-breakpoint
select set_config('app.scope', '', true);
