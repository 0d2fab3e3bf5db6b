CREATE TABLE "n8n_connections" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"base_url" text NOT NULL,
	"webhook_base_url" text,
	"sealed_key" "bytea" NOT NULL,
	"ending" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tool_runs" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"tool_id" uuid NOT NULL,
	"conversation_id" uuid,
	"state" text NOT NULL,
	"reason" text,
	"status" integer,
	"milliseconds" integer NOT NULL,
	"input" text NOT NULL,
	"output" text NOT NULL,
	"key" text NOT NULL,
	"execution_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tool_runs_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "n8n_connections" ADD CONSTRAINT "n8n_connections_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_runs" ADD CONSTRAINT "tool_runs_tool" FOREIGN KEY ("account_id","tool_id") REFERENCES "public"."bot_tools"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_runs" ADD CONSTRAINT "tool_runs_conversation" FOREIGN KEY ("account_id","conversation_id") REFERENCES "public"."conversations"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tool_runs_tool" ON "tool_runs" USING btree ("account_id","tool_id","id");--> statement-breakpoint
CREATE INDEX "tool_runs_conversation" ON "tool_runs" USING btree ("account_id","conversation_id");--> statement-breakpoint
CREATE INDEX "tool_runs_created" ON "tool_runs" USING btree ("created_at");
--> statement-breakpoint
alter table n8n_connections enable row level security;
--> statement-breakpoint
alter table n8n_connections force row level security;
--> statement-breakpoint
create policy tenant on n8n_connections using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter table tool_runs enable row level security;
--> statement-breakpoint
alter table tool_runs force row level security;
--> statement-breakpoint
create policy tenant on tool_runs using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
