CREATE TABLE "api_key_hashes" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"key_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_key_months" (
	"account_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"month" date NOT NULL,
	"tokens" bigint NOT NULL,
	CONSTRAINT "api_key_months_account_id_key_id_month_pk" PRIMARY KEY("account_id","key_id","month")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"bot_ids" jsonb,
	"monthly_budget" bigint,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "bot_months" (
	"account_id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"month" date NOT NULL,
	"tokens" bigint NOT NULL,
	CONSTRAINT "bot_months_account_id_bot_id_month_pk" PRIMARY KEY("account_id","bot_id","month")
);
--> statement-breakpoint
CREATE TABLE "bot_versions" (
	"account_id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"config" jsonb NOT NULL,
	"note" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bot_versions_account_id_bot_id_number_pk" PRIMARY KEY("account_id","bot_id","number")
);
--> statement-breakpoint
CREATE TABLE "curated_answers" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"questions" jsonb NOT NULL,
	"answer" text NOT NULL,
	"enabled" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "curated_answers_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" bigint NOT NULL,
	"file_key" text NOT NULL,
	"text" text,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "attachments_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "chat_shares" (
	"code" text PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"through_id" uuid NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "embed_settings" (
	"account_id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"config" jsonb NOT NULL,
	"identity_secret" "bytea",
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "embed_settings_account_id_bot_id_pk" PRIMARY KEY("account_id","bot_id")
);
--> statement-breakpoint
CREATE TABLE "visitors" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"external_id" text,
	"name" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "visitors_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "public_bot_reports" (
	"bot_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"reporter" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "public_bot_reports_bot_id_id_pk" PRIMARY KEY("bot_id","id")
);
--> statement-breakpoint
CREATE TABLE "public_bots" (
	"bot_id" uuid PRIMARY KEY NOT NULL,
	"tenant_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"category" text NOT NULL,
	"language" text NOT NULL,
	"cover_key" text,
	"is_template" boolean DEFAULT false NOT NULL,
	"chats" bigint DEFAULT 0 NOT NULL,
	"hidden_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bot_group_members" (
	"account_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"when_to_use" text NOT NULL,
	"rules" jsonb NOT NULL,
	CONSTRAINT "bot_group_members_account_id_group_id_bot_id_pk" PRIMARY KEY("account_id","group_id","bot_id")
);
--> statement-breakpoint
CREATE TABLE "bot_groups" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"router" text NOT NULL,
	"service_uuid" text,
	"fallback_bot_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bot_groups_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "bot_tools" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"config" jsonb NOT NULL,
	"secrets" "bytea",
	"enabled" boolean NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bot_tools_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "web_hook_deliveries" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"hook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone,
	"status" integer,
	"detail" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "web_hook_deliveries_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "web_hooks" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"description" text NOT NULL,
	"events" jsonb NOT NULL,
	"secret" "bytea" NOT NULL,
	"enabled" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "web_hooks_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "draft" jsonb;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "curated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "group_id" uuid;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "group_id" uuid;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "visitor_id" uuid;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "head_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "tool_calls" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "attachments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "feedback" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "service_uuid" text;--> statement-breakpoint
ALTER TABLE "api_key_hashes" ADD CONSTRAINT "api_key_hashes_tenant_id_accounts_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_hashes" ADD CONSTRAINT "api_key_hashes_key" FOREIGN KEY ("tenant_id","key_id") REFERENCES "public"."api_keys"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_months" ADD CONSTRAINT "api_key_months_key" FOREIGN KEY ("account_id","key_id") REFERENCES "public"."api_keys"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_versions" ADD CONSTRAINT "bot_versions_bot" FOREIGN KEY ("account_id","bot_id") REFERENCES "public"."bots"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "curated_answers" ADD CONSTRAINT "curated_answers_bot" FOREIGN KEY ("account_id","bot_id") REFERENCES "public"."bots"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_conversation" FOREIGN KEY ("account_id","conversation_id") REFERENCES "public"."conversations"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_shares" ADD CONSTRAINT "chat_shares_tenant_id_accounts_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_shares" ADD CONSTRAINT "chat_shares_conversation" FOREIGN KEY ("tenant_id","conversation_id") REFERENCES "public"."conversations"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embed_settings" ADD CONSTRAINT "embed_settings_bot" FOREIGN KEY ("account_id","bot_id") REFERENCES "public"."bots"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitors" ADD CONSTRAINT "visitors_bot" FOREIGN KEY ("account_id","bot_id") REFERENCES "public"."bots"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_bot_reports" ADD CONSTRAINT "public_bot_reports_bot_id_public_bots_bot_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."public_bots"("bot_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_bots" ADD CONSTRAINT "public_bots_tenant_id_accounts_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_bots" ADD CONSTRAINT "public_bots_bot" FOREIGN KEY ("tenant_id","bot_id") REFERENCES "public"."bots"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_group_members" ADD CONSTRAINT "bot_group_members_group" FOREIGN KEY ("account_id","group_id") REFERENCES "public"."bot_groups"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_group_members" ADD CONSTRAINT "bot_group_members_bot" FOREIGN KEY ("account_id","bot_id") REFERENCES "public"."bots"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_tools" ADD CONSTRAINT "bot_tools_bot" FOREIGN KEY ("account_id","bot_id") REFERENCES "public"."bots"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "web_hook_deliveries" ADD CONSTRAINT "web_hook_deliveries_hook" FOREIGN KEY ("account_id","hook_id") REFERENCES "public"."web_hooks"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "curated_answers_bot" ON "curated_answers" USING btree ("account_id","bot_id");--> statement-breakpoint
CREATE INDEX "messages_by_parent" ON "messages" USING btree ("account_id","parent_id") WHERE parent_id is not null;--> statement-breakpoint
CREATE INDEX "attachments_conversation" ON "attachments" USING btree ("account_id","conversation_id");--> statement-breakpoint
CREATE INDEX "chat_shares_conversation" ON "chat_shares" USING btree ("tenant_id","conversation_id");--> statement-breakpoint
CREATE INDEX "embed_settings_lookup" ON "embed_settings" USING btree ("bot_id");--> statement-breakpoint
CREATE INDEX "visitors_bot" ON "visitors" USING btree ("account_id","bot_id");--> statement-breakpoint
CREATE UNIQUE INDEX "visitors_external" ON "visitors" USING btree ("account_id","bot_id","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "public_bots_slug" ON "public_bots" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "public_bots_tenant" ON "public_bots" USING btree ("tenant_id");--> statement-breakpoint
CREATE INDEX "public_bots_chats" ON "public_bots" USING btree ("chats");--> statement-breakpoint
CREATE INDEX "bot_group_members_bot" ON "bot_group_members" USING btree ("account_id","bot_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bot_tools_name" ON "bot_tools" USING btree ("account_id","bot_id","name");--> statement-breakpoint
CREATE INDEX "bot_tools_bot" ON "bot_tools" USING btree ("account_id","bot_id","position");--> statement-breakpoint
CREATE INDEX "web_hook_deliveries_open" ON "web_hook_deliveries" USING btree ("next_attempt_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "web_hook_deliveries_hook" ON "web_hook_deliveries" USING btree ("account_id","hook_id","id");--> statement-breakpoint
CREATE INDEX "conversations_by_visitor" ON "conversations" USING btree ("account_id","visitor_id") WHERE visitor_id is not null;
--> statement-breakpoint
-- The second lock of 0001_tenancy for the tables that came since.
do $$
declare
  tenant text;
begin
  foreach tenant in array array['api_key_months', 'api_keys', 'attachments', 'bot_group_members', 'bot_groups',
    'bot_months', 'bot_tools', 'bot_versions', 'curated_answers', 'embed_settings', 'visitors',
    'web_hook_deliveries', 'web_hooks'] loop
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
-- Bots that were there answer as they did: what they are is their first version.
insert into bot_versions (account_id, bot_id, number, config, note)
select b.account_id, b.id, 1, jsonb_build_object('name', b.name, 'serviceUuid', b.service_uuid,
  'instructions', b.instructions, 'greeting', b.greeting, 'noAnswerReply', b.no_answer_reply,
  'answerOnlyFromKnowledge', b.answer_only_from_knowledge, 'showSources', b.show_sources,
  'knowledgeUuids', coalesce((select jsonb_agg(k.knowledge_id order by k.position) from bot_knowledges k
    where k.account_id = b.account_id and k.bot_id = b.id), '[]'::jsonb), 'settings', '{}'::jsonb), ''
from bots b;
--> statement-breakpoint
update bots set version = 1, published_at = updated_at;
