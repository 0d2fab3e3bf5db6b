CREATE TABLE "customer_task_rows" (
	"account_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"outcome" text NOT NULL,
	"customer_id" uuid,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "customer_task_rows_account_id_task_id_row_pk" PRIMARY KEY("account_id","task_id","row")
);
--> statement-breakpoint
CREATE TABLE "customer_tasks" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"failure" text,
	"started_by" uuid,
	"params" jsonb NOT NULL,
	"found" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"total" integer,
	"done" integer DEFAULT 0 NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"undone_to" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"file_until" timestamp with time zone,
	"undo_until" timestamp with time zone,
	CONSTRAINT "customer_tasks_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "customer_task_rows" ADD CONSTRAINT "customer_task_rows_task" FOREIGN KEY ("account_id","task_id") REFERENCES "public"."customer_tasks"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_task_rows" ADD CONSTRAINT "customer_task_rows_customer_of" FOREIGN KEY ("account_id","customer_id") REFERENCES "public"."customers"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tasks" ADD CONSTRAINT "customer_tasks_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_task_rows_customer" ON "customer_task_rows" USING btree ("account_id","customer_id");--> statement-breakpoint
CREATE INDEX "customer_task_rows_outcome" ON "customer_task_rows" USING btree ("account_id","task_id","outcome","row");--> statement-breakpoint
CREATE INDEX "customer_tasks_newest" ON "customer_tasks" USING btree ("account_id","created_at");
--> statement-breakpoint
-- The second lock of 0001_tenancy for the tables that are new.
alter table customer_tasks enable row level security;
--> statement-breakpoint
alter table customer_tasks force row level security;
--> statement-breakpoint
create policy tenant on customer_tasks using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
--> statement-breakpoint
alter table customer_task_rows enable row level security;
--> statement-breakpoint
alter table customer_task_rows force row level security;
--> statement-breakpoint
create policy tenant on customer_task_rows using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
