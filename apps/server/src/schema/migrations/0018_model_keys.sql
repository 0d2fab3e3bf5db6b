CREATE TABLE "model_key_months" (
	"account_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"month" date NOT NULL,
	"micros" bigint NOT NULL,
	CONSTRAINT "model_key_months_account_id_key_id_month_pk" PRIMARY KEY("account_id","key_id","month")
);
--> statement-breakpoint
CREATE TABLE "model_key_reservations" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"micros" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "model_key_reservations_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "model_keys" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"provider" text NOT NULL,
	"name" text NOT NULL,
	"sealed_key" "bytea",
	"ending" text NOT NULL,
	"base_url" text,
	"models" jsonb NOT NULL,
	"monthly_limit" bigint,
	"refusal" text,
	"refused_at" timestamp with time zone,
	"retry_at" timestamp with time zone,
	"checked_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_keys_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "key_id" uuid;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "micros" bigint;--> statement-breakpoint
ALTER TABLE "model_key_months" ADD CONSTRAINT "model_key_months_key" FOREIGN KEY ("account_id","key_id") REFERENCES "public"."model_keys"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_key_reservations" ADD CONSTRAINT "model_key_reservations_key" FOREIGN KEY ("account_id","key_id") REFERENCES "public"."model_keys"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_keys" ADD CONSTRAINT "model_keys_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "model_keys_provider" ON "model_keys" USING btree ("account_id","provider") WHERE provider <> 'compatible';--> statement-breakpoint
-- The second lock of 0001_tenancy for the tables that are new.
alter table model_keys enable row level security;
--> statement-breakpoint
alter table model_keys force row level security;
--> statement-breakpoint
create policy tenant on model_keys using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
--> statement-breakpoint
alter table model_key_reservations enable row level security;
--> statement-breakpoint
alter table model_key_reservations force row level security;
--> statement-breakpoint
create policy tenant on model_key_reservations using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
--> statement-breakpoint
alter table model_key_months enable row level security;
--> statement-breakpoint
alter table model_key_months force row level security;
--> statement-breakpoint
create policy tenant on model_key_months using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
