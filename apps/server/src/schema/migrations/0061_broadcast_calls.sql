CREATE TABLE "broadcast_calls" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"broadcast_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"variant" smallint NOT NULL,
	"number" integer NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"retry_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"is_refused" boolean DEFAULT false NOT NULL,
	"paid" integer DEFAULT 0 NOT NULL,
	"first_call_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"request_id" text,
	CONSTRAINT "broadcast_calls_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD COLUMN "call_id" uuid;--> statement-breakpoint
ALTER TABLE "broadcast_calls" ADD CONSTRAINT "broadcast_calls_broadcast" FOREIGN KEY ("account_id","broadcast_id") REFERENCES "public"."broadcasts"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcast_calls_open" ON "broadcast_calls" USING btree ("account_id","broadcast_id","channel_id","state","number") WHERE state in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "broadcast_calls_paid" ON "broadcast_calls" USING btree ("account_id","channel_id","ended_at") WHERE state in ('sending', 'accepted', 'unknown');--> statement-breakpoint
CREATE INDEX "broadcast_recipients_call" ON "broadcast_recipients" USING btree ("account_id","call_id","id") WHERE call_id is not null;--> statement-breakpoint
CREATE VIEW "public"."broadcast_deliveries" WITH (security_invoker = true) AS (select r.account_id, r.id, r.broadcast_id, r.channel_id, r.friend_id, r.variant, coalesce(c.state, r.state) as state,
      coalesce(c.reason, r.reason) as reason, r.step, r.is_paid, coalesce(c.first_call_at, r.first_call_at) as first_call_at,
      coalesce(c.ended_at, r.ended_at) as ended_at, coalesce(c.request_id, r.request_id) as request_id, r.message_id, r.created_at
    from broadcast_recipients r left join broadcast_calls c on c.account_id = r.account_id and c.id = r.call_id);--> statement-breakpoint
alter table broadcast_calls enable row level security;
--> statement-breakpoint
alter table broadcast_calls force row level security;
--> statement-breakpoint
create policy tenant on broadcast_calls using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
select set_config('app.scope', 'system', true);
--> statement-breakpoint
-- Calls for many whose end is not known keep their key, so that they are settled as before.
insert into broadcast_calls (account_id, id, broadcast_id, channel_id, variant, number, state, retry_key, is_refused, paid, first_call_at)
select account_id, retry_key, broadcast_id, channel_id, coalesce(min(variant), 0), 0, 'sending', retry_key, bool_and(is_refused),
  count(*) filter (where is_paid), min(first_call_at)
from broadcast_recipients where state = 'sending' and is_batch group by account_id, retry_key, broadcast_id, channel_id;
--> statement-breakpoint
update broadcast_recipients set call_id = retry_key, state = 'called', is_batch = false where state = 'sending' and is_batch;
--> statement-breakpoint
select set_config('app.scope', '', true);
