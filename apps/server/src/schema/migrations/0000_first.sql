CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_events" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_events_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"user_agent" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"tokens" bigint NOT NULL,
	"balance" bigint NOT NULL,
	"bot_id" uuid,
	"service_uuid" text,
	"channel_id" uuid,
	"conversation_id" uuid,
	"message_id" uuid,
	"input" integer NOT NULL,
	"output" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entries_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "token_balances" (
	"account_id" uuid NOT NULL,
	"balance" bigint NOT NULL,
	CONSTRAINT "token_balances_account_id_pk" PRIMARY KEY("account_id")
);
--> statement-breakpoint
CREATE TABLE "token_reservations" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"tokens" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "token_reservations_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "bot_knowledges" (
	"account_id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"knowledge_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "bot_knowledges_account_id_bot_id_knowledge_id_pk" PRIMARY KEY("account_id","bot_id","knowledge_id")
);
--> statement-breakpoint
CREATE TABLE "bots" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"service_uuid" text NOT NULL,
	"instructions" text NOT NULL,
	"greeting" text NOT NULL,
	"no_answer_reply" text NOT NULL,
	"answer_only_from_knowledge" boolean NOT NULL,
	"show_sources" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bots_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "channel_routes" (
	"kind" text NOT NULL,
	"external_id" text NOT NULL,
	"tenant_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	CONSTRAINT "channel_routes_kind_external_id_pk" PRIMARY KEY("kind","external_id")
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"sandbox" boolean NOT NULL,
	"external_id" text NOT NULL,
	"credentials" "bytea" NOT NULL,
	"bot_id" uuid,
	"paused" boolean DEFAULT false NOT NULL,
	"attention" text,
	"display_name" text,
	"picture_url" text,
	"batching_delay" integer NOT NULL,
	"last_inbound_at" timestamp with time zone,
	"last_outbound_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channels_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "friends" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"picture_url" text,
	"language" text,
	"state" text NOT NULL,
	"profile_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "friends_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "inbound_events" (
	"account_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"vendor_event_id" text NOT NULL,
	"thread" text NOT NULL,
	"event" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "inbound_events_account_id_channel_id_vendor_event_id_pk" PRIMARY KEY("account_id","channel_id","vendor_event_id")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"messages" jsonb NOT NULL,
	"reply_token" text,
	"reply_token_expires_at" timestamp with time zone,
	"retry_key" uuid NOT NULL,
	"state" text NOT NULL,
	"method" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"first_attempt_at" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"reason" text,
	"detail" text,
	"vendor_request_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "conversation_reads" (
	"account_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "conversation_reads_account_id_conversation_id_user_id_pk" PRIMARY KEY("account_id","conversation_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"origin" text NOT NULL,
	"channel_id" uuid,
	"friend_id" uuid,
	"thread_external_id" text,
	"bot_id" uuid,
	"title" text NOT NULL,
	"handling" text NOT NULL,
	"waiting_reason" text,
	"operator_id" uuid,
	"reply_token" text,
	"reply_token_expires_at" timestamp with time zone,
	"turn_due_at" timestamp with time zone,
	"answered_through" uuid,
	"lease_owner" uuid,
	"lease_until" timestamp with time zone,
	"last_message_id" uuid,
	"last_message_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversations_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"sender" text NOT NULL,
	"operator_id" uuid,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"data" jsonb NOT NULL,
	"citations" jsonb NOT NULL,
	"usage" jsonb,
	"outcome" text,
	"timing" jsonb,
	"delivery_state" text NOT NULL,
	"delivery_reason" text,
	"delivery_detail" text,
	"delivery_method" text,
	"vendor_message_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "document_texts" (
	"account_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "document_texts_account_id_document_id_pk" PRIMARY KEY("account_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"knowledge_id" uuid NOT NULL,
	"title" text NOT NULL,
	"file_name" text,
	"media_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"file_key" text NOT NULL,
	"status" text NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"failure" text,
	"reason" text,
	"pages" integer,
	"embeddings" integer DEFAULT 0 NOT NULL,
	"segment_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "documents_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "embeddings" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"knowledge_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"position" integer NOT NULL,
	"heading_path" text[] NOT NULL,
	"page" integer,
	"start" integer NOT NULL,
	"end" integer NOT NULL,
	"text" text NOT NULL,
	"lengths" integer[] NOT NULL,
	CONSTRAINT "embeddings_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "index_blocks" (
	"account_id" uuid NOT NULL,
	"segment_id" uuid NOT NULL,
	"bucket" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "index_blocks_account_id_segment_id_bucket_pk" PRIMARY KEY("account_id","segment_id","bucket")
);
--> statement-breakpoint
CREATE TABLE "index_segments" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"knowledge_id" uuid NOT NULL,
	"bucket_bits" smallint NOT NULL,
	"chunks" integer NOT NULL,
	"removed" integer[] NOT NULL,
	CONSTRAINT "index_segments_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "knowledges" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"analyser_version" text NOT NULL,
	"next_ordinal" integer DEFAULT 0 NOT NULL,
	"chunks" integer DEFAULT 0 NOT NULL,
	"length_sums" bigint[] NOT NULL,
	"used_counts" bigint[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "knowledges_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tenant_id_accounts_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tenant_id_accounts_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_knowledges" ADD CONSTRAINT "bot_knowledges_bot" FOREIGN KEY ("account_id","bot_id") REFERENCES "public"."bots"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_knowledges" ADD CONSTRAINT "bot_knowledges_knowledge" FOREIGN KEY ("account_id","knowledge_id") REFERENCES "public"."knowledges"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friends" ADD CONSTRAINT "friends_channel" FOREIGN KEY ("account_id","channel_id") REFERENCES "public"."channels"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_events" ADD CONSTRAINT "inbound_events_channel" FOREIGN KEY ("account_id","channel_id") REFERENCES "public"."channels"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_channel" FOREIGN KEY ("account_id","channel_id") REFERENCES "public"."channels"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_reads" ADD CONSTRAINT "conversation_reads_conversation" FOREIGN KEY ("account_id","conversation_id") REFERENCES "public"."conversations"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_channel" FOREIGN KEY ("account_id","channel_id") REFERENCES "public"."channels"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_friend" FOREIGN KEY ("account_id","friend_id") REFERENCES "public"."friends"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation" FOREIGN KEY ("account_id","conversation_id") REFERENCES "public"."conversations"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_texts" ADD CONSTRAINT "document_texts_document" FOREIGN KEY ("account_id","document_id") REFERENCES "public"."documents"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_knowledge" FOREIGN KEY ("account_id","knowledge_id") REFERENCES "public"."knowledges"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embeddings" ADD CONSTRAINT "embeddings_document" FOREIGN KEY ("account_id","document_id") REFERENCES "public"."documents"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "index_blocks" ADD CONSTRAINT "index_blocks_segment" FOREIGN KEY ("account_id","segment_id") REFERENCES "public"."index_segments"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "index_segments" ADD CONSTRAINT "index_segments_knowledge" FOREIGN KEY ("account_id","knowledge_id") REFERENCES "public"."knowledges"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree ("username_key");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "ledger_entries_recent" ON "ledger_entries" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "bot_knowledges_by_knowledge" ON "bot_knowledges" USING btree ("account_id","knowledge_id");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_routes_channel" ON "channel_routes" USING btree ("channel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "friends_external" ON "friends" USING btree ("account_id","channel_id","external_id");--> statement-breakpoint
CREATE INDEX "inbound_events_open" ON "inbound_events" USING btree ("account_id","channel_id","thread") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "outbox_open" ON "outbox" USING btree ("next_attempt_at") WHERE state in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "outbox_by_conversation" ON "outbox" USING btree ("account_id","conversation_id","id");--> statement-breakpoint
CREATE INDEX "outbox_by_message" ON "outbox" USING btree ("account_id","message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_thread" ON "conversations" USING btree ("account_id","channel_id","thread_external_id");--> statement-breakpoint
CREATE INDEX "conversations_recent" ON "conversations" USING btree ("account_id","last_message_at");--> statement-breakpoint
CREATE INDEX "conversations_by_handling" ON "conversations" USING btree ("account_id","handling","last_message_at");--> statement-breakpoint
CREATE INDEX "conversations_due" ON "conversations" USING btree ("turn_due_at") WHERE turn_due_at is not null;--> statement-breakpoint
CREATE INDEX "messages_by_conversation" ON "messages" USING btree ("account_id","conversation_id","id");--> statement-breakpoint
CREATE INDEX "messages_by_vendor_id" ON "messages" USING btree ("account_id","conversation_id","vendor_message_id");--> statement-breakpoint
CREATE INDEX "messages_failed" ON "messages" USING btree ("account_id") WHERE delivery_state = 'failed';--> statement-breakpoint
CREATE INDEX "documents_by_knowledge" ON "documents" USING btree ("account_id","knowledge_id","created_at");--> statement-breakpoint
CREATE INDEX "documents_by_segment" ON "documents" USING btree ("account_id","segment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "embeddings_ordinal" ON "embeddings" USING btree ("account_id","knowledge_id","ordinal");--> statement-breakpoint
CREATE INDEX "embeddings_by_document" ON "embeddings" USING btree ("account_id","document_id","position");--> statement-breakpoint
CREATE INDEX "index_segments_by_knowledge" ON "index_segments" USING btree ("account_id","knowledge_id");