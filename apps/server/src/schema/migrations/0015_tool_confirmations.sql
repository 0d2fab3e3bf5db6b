CREATE TABLE "tool_confirmations" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"bot_id" uuid NOT NULL,
	"tool_id" uuid NOT NULL,
	"tool_version" timestamp with time zone NOT NULL,
	"tool_name" text NOT NULL,
	"remote" text,
	"input" text NOT NULL,
	"question" text NOT NULL,
	"confirmer" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"output" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"reported_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tool_confirmations_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "chat_turns" ADD COLUMN "is_report" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tool_confirmations" ADD CONSTRAINT "tool_confirmations_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_confirmations" ADD CONSTRAINT "tool_confirmations_conversation" FOREIGN KEY ("account_id","conversation_id") REFERENCES "public"."conversations"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_confirmations" ADD CONSTRAINT "tool_confirmations_bot" FOREIGN KEY ("account_id","bot_id") REFERENCES "public"."bots"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tool_confirmations_conversation" ON "tool_confirmations" USING btree ("account_id","conversation_id","id");--> statement-breakpoint
CREATE INDEX "tool_confirmations_open" ON "tool_confirmations" USING btree ("state","expires_at") WHERE state in ('pending', 'confirmed', 'running');
--> statement-breakpoint
-- The second lock of 0001_tenancy for the table that is new.
alter table tool_confirmations enable row level security;
--> statement-breakpoint
alter table tool_confirmations force row level security;
--> statement-breakpoint
create policy tenant on tool_confirmations using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
