CREATE TABLE "action_rules" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"enabled_at" timestamp with time zone,
	"event" text NOT NULL,
	"tag_id" uuid,
	"channel_id" uuid,
	"segment_id" uuid,
	"definition" jsonb,
	"actions" jsonb NOT NULL,
	"broken_at" timestamp with time zone,
	"created_by" uuid,
	"changed_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "action_rules_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "action_runs" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"customer_id" uuid NOT NULL,
	"action" jsonb NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "action_runs_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "customer_events" ADD COLUMN "seq" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "customer_events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "customer_events" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "customer_events" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_events" ADD COLUMN "planned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_events" ADD COLUMN "cause_id" uuid DEFAULT nullif(current_setting('app.cause_id', true), '')::uuid;--> statement-breakpoint
ALTER TABLE "customer_events" ADD COLUMN "depth" integer DEFAULT coalesce(nullif(current_setting('app.cause_depth', true), '')::int, 0) NOT NULL;--> statement-breakpoint
ALTER TABLE "action_rules" ADD CONSTRAINT "action_rules_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_rules" ADD CONSTRAINT "action_rules_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_rules" ADD CONSTRAINT "action_rules_segment_of" FOREIGN KEY ("account_id","segment_id") REFERENCES "public"."segments"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_runs" ADD CONSTRAINT "action_runs_event" FOREIGN KEY ("account_id","event_id") REFERENCES "public"."customer_events"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_runs" ADD CONSTRAINT "action_runs_rule_of" FOREIGN KEY ("account_id","rule_id") REFERENCES "public"."action_rules"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_runs" ADD CONSTRAINT "action_runs_customer_of" FOREIGN KEY ("account_id","customer_id") REFERENCES "public"."customers"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "action_rules_name" ON "action_rules" USING btree ("account_id",lower(name));--> statement-breakpoint
CREATE INDEX "action_rules_event" ON "action_rules" USING btree ("account_id","event") WHERE enabled_at is not null;--> statement-breakpoint
CREATE INDEX "action_rules_segment" ON "action_rules" USING btree ("account_id","segment_id") WHERE segment_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "action_runs_once" ON "action_runs" USING btree ("account_id","event_id","rule_id","position");--> statement-breakpoint
CREATE INDEX "action_runs_customer" ON "action_runs" USING btree ("account_id","customer_id","at","id");--> statement-breakpoint
CREATE INDEX "action_runs_rule" ON "action_runs" USING btree ("account_id","rule_id","at","id");--> statement-breakpoint
CREATE INDEX "action_runs_failed" ON "action_runs" USING btree ("at") WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "customer_events_kind" ON "customer_events" USING btree ("account_id","kind","at");--> statement-breakpoint
CREATE INDEX "customer_events_due" ON "customer_events" USING btree ("account_id","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "customer_events_waiting" ON "customer_events" USING btree ("account_id","customer_id","seq") WHERE due_at is not null;
--> statement-breakpoint
-- The second lock of 0001_tenancy for the tables that are new.
alter table action_rules enable row level security;
--> statement-breakpoint
alter table action_rules force row level security;
--> statement-breakpoint
create policy tenant on action_rules using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
--> statement-breakpoint
alter table action_runs enable row level security;
--> statement-breakpoint
alter table action_runs force row level security;
--> statement-breakpoint
create policy tenant on action_runs using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
--> statement-breakpoint
-- A conversation goes over to people, or ends, in many statements. Rules hear of each of them in its own transaction, and
-- nothing is written where no rule listens.
create function note_handling() returns trigger language plpgsql as $$
declare
  happened text := case when new.handling = 'closed' then 'closed' else 'handover' end;
begin
  insert into customer_events (account_id, id, customer_id, kind, by_kind, data, due_at)
  select new.account_id, gen_random_uuid(), f.customer_id, happened,
    case happened when 'closed' then 'staff' else 'bot' end,
    jsonb_build_object('conversationId', new.id, 'friendId', f.id, 'channelId', f.channel_id), now()
  from friends f
  where f.account_id = new.account_id and f.id = new.friend_id
    and exists (select from action_rules r
      where r.account_id = new.account_id and r.event = happened and r.enabled_at is not null);
  return null;
end $$;
--> statement-breakpoint
create trigger conversations_handling after update of handling on conversations for each row
  when (new.friend_id is not null and not new.is_group and new.handling is distinct from old.handling
    and (new.handling = 'closed' or (new.handling <> 'bot' and old.handling in ('bot', 'closed'))))
  execute function note_handling();
