CREATE TABLE "channel_calls" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"operation" text NOT NULL,
	"result" text NOT NULL,
	"reason" text,
	"detail" text,
	"vendor_request_id" text,
	"duration_ms" integer NOT NULL,
	"outbox_id" uuid,
	"conversation_id" uuid,
	"message_id" uuid,
	"payload" jsonb NOT NULL,
	CONSTRAINT "channel_calls_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "channel_grants" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"state_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"secrets" "bytea" NOT NULL,
	"bot_id" uuid,
	"group_id" uuid,
	"channel_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "channel_grants_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "friend_syncs" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"state" text NOT NULL,
	"cursor" text,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"detail" text,
	"lease_until" timestamp with time zone,
	"started_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "friend_syncs_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "canned_replies" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"shortcut" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "canned_replies_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"account_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drafts_account_id_conversation_id_user_id_pk" PRIMARY KEY("account_id","conversation_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "operator_presence" (
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"available" boolean NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"assigned_at" timestamp with time zone,
	CONSTRAINT "operator_presence_account_id_user_id_pk" PRIMARY KEY("account_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "media" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid,
	"message_id" uuid,
	"channel_id" uuid,
	"reference" jsonb,
	"state" text NOT NULL,
	"name" text NOT NULL,
	"content_type" text,
	"bytes" bigint,
	"width" integer,
	"height" integer,
	"duration_ms" integer,
	"file_key" text,
	"thumbnail_key" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"detail" text,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"event" text NOT NULL,
	"way" text NOT NULL,
	"key" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"path" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"batch" uuid,
	"due_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone,
	"detail" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "notifications_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "notify_links" (
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"code_hash" "bytea",
	"code_expires_at" timestamp with time zone,
	"friend_external_id" text,
	"linked_at" timestamp with time zone,
	CONSTRAINT "notify_links_account_id_user_id_channel_id_pk" PRIMARY KEY("account_id","user_id","channel_id")
);
--> statement-breakpoint
CREATE TABLE "notify_settings" (
	"account_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"settings" jsonb NOT NULL,
	"web_hook_secret" "bytea",
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notify_settings_account_id_user_id_pk" PRIMARY KEY("account_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "credentials_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "webhook_state" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "access_lost" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "access_lapses_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "quota_limit" bigint;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "quota_used" bigint;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "quota_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "friends" ADD COLUMN "details" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "friends" ADD COLUMN "last_wrote_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "inbound_events" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "inbound_events" ADD COLUMN "vendor_message_id" text;--> statement-breakpoint
ALTER TABLE "inbound_events" ADD COLUMN "error" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "paid" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "is_group" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "group_name" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "group_picture_url" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "last_customer_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "last_customer_message_id" uuid;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "late_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "read_token" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "snoozed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "respond_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "first_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "first_response_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "taken_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "satisfaction_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "satisfaction_score" integer;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "satisfaction_comment" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "satisfaction_scored_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "superseded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "nobody_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "friend_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "quote_token" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "quotes_vendor_id" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "original" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "translations" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "reactions" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "mentions" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "received_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "search_terms" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_calls" ADD CONSTRAINT "channel_calls_channel" FOREIGN KEY ("account_id","channel_id") REFERENCES "public"."channels"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_syncs" ADD CONSTRAINT "friend_syncs_channel" FOREIGN KEY ("account_id","channel_id") REFERENCES "public"."channels"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_conversation" FOREIGN KEY ("account_id","conversation_id") REFERENCES "public"."conversations"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_conversation" FOREIGN KEY ("account_id","conversation_id") REFERENCES "public"."conversations"("account_id","id") ON DELETE set null ("conversation_id") ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_calls_recent" ON "channel_calls" USING btree ("account_id","channel_id","at");--> statement-breakpoint
CREATE INDEX "channel_grants_by_session" ON "channel_grants" USING btree ("account_id","session_id");--> statement-breakpoint
CREATE INDEX "friend_syncs_by_channel" ON "friend_syncs" USING btree ("account_id","channel_id","created_at");--> statement-breakpoint
CREATE INDEX "friend_syncs_running" ON "friend_syncs" USING btree ("lease_until") WHERE state = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "canned_replies_shortcut" ON "canned_replies" USING btree ("account_id","shortcut");--> statement-breakpoint
CREATE INDEX "media_by_message" ON "media" USING btree ("account_id","message_id") WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX "media_due" ON "media" USING btree ("next_attempt_at") WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE INDEX "media_unsent" ON "media" USING btree ("created_at") WHERE conversation_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_key" ON "notifications" USING btree ("account_id","user_id","way","key");--> statement-breakpoint
CREATE INDEX "notifications_due" ON "notifications" USING btree ("due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "notifications_by_user" ON "notifications" USING btree ("account_id","user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_events_by_id" ON "inbound_events" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "inbound_events_recent" ON "inbound_events" USING btree ("account_id","channel_id","received_at");--> statement-breakpoint
CREATE INDEX "inbound_events_by_message" ON "inbound_events" USING btree ("account_id","channel_id","vendor_message_id") WHERE vendor_message_id is not null;--> statement-breakpoint
CREATE INDEX "outbox_paid" ON "outbox" USING btree ("account_id","channel_id","sent_at") WHERE paid;--> statement-breakpoint
CREATE INDEX "conversations_by_operator" ON "conversations" USING btree ("account_id","operator_id","last_message_at") WHERE operator_id is not null;--> statement-breakpoint
CREATE INDEX "conversations_snoozed" ON "conversations" USING btree ("snoozed_until") WHERE snoozed_until is not null;--> statement-breakpoint
CREATE INDEX "conversations_respond_by" ON "conversations" USING btree ("respond_by") WHERE respond_by is not null;--> statement-breakpoint
CREATE TABLE "message_search" (
	"tenant_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"terms" integer[] NOT NULL,
	CONSTRAINT "message_search_tenant_id_message_id_pk" PRIMARY KEY("tenant_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "message_search" ADD CONSTRAINT "message_search_message" FOREIGN KEY ("tenant_id","message_id") REFERENCES "public"."messages"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_search_terms" ON "message_search" USING gin ("terms");--> statement-breakpoint
-- An index on arrays is not used behind row-level security: their operators are not leakproof.
create function keep_message_search() returns trigger language plpgsql as $$
begin
  if new.search_terms in ('{}', '{0}') then
    delete from message_search where tenant_id = new.account_id and message_id = new.id;
  else
    insert into message_search (tenant_id, message_id, terms) values (new.account_id, new.id, new.search_terms)
      on conflict (tenant_id, message_id) do update set terms = excluded.terms;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger messages_search after insert or update of search_terms on messages
  for each row execute function keep_message_search();
--> statement-breakpoint
CREATE INDEX "messages_unindexed" ON "messages" USING btree ("account_id") WHERE search_terms = '{}';--> statement-breakpoint
CREATE INDEX "conversations_unclocked" ON "conversations" USING btree ("account_id","id") WHERE handling = 'waiting' and waiting_since is null;
--> statement-breakpoint
-- The second lock of 0001_tenancy for the tables that came since.
do $$
declare
  tenant text;
begin
  foreach tenant in array array['canned_replies', 'channel_calls', 'channel_grants', 'drafts', 'friend_syncs', 'media',
    'notifications', 'notify_links', 'notify_settings', 'operator_presence'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format(
      'create policy tenant on %I using (
         account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid
         or current_setting(''app.scope'', true) = ''system'')',
      tenant);
  end loop;
end
$$;
--> statement-breakpoint
-- Row-level security holds for the owner of the tables, too: without a scope nothing would be updated.
select set_config('app.scope', 'system', true);
--> statement-breakpoint
update conversations set last_customer_at = last_message_at where origin = 'channel';
--> statement-breakpoint
update conversations c set last_customer_message_id = (select m.id from messages m
  where m.account_id = c.account_id and m.conversation_id = c.id and m.sender = 'customer' order by m.id desc limit 1);
--> statement-breakpoint
select set_config('app.scope', '', true);
