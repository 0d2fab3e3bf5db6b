CREATE TABLE "customer_merges" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kept_id" uuid NOT NULL,
	"merged_id" uuid NOT NULL,
	"merged_by" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"undo" jsonb,
	CONSTRAINT "customer_merges_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "customers_apart" (
	"account_id" uuid NOT NULL,
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_apart_account_id_one_id_other_id_pk" PRIMARY KEY("account_id","one_id","other_id")
);
--> statement-breakpoint
ALTER TABLE "friends" ADD COLUMN "signed_id" text;--> statement-breakpoint
ALTER TABLE "friends" ADD COLUMN "searched" text GENERATED ALWAYS AS (fold_name(name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_merged_by_users_id_fk" FOREIGN KEY ("merged_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_customer" FOREIGN KEY ("account_id","kept_id") REFERENCES "public"."customers"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers_apart" ADD CONSTRAINT "customers_apart_one" FOREIGN KEY ("account_id","one_id") REFERENCES "public"."customers"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers_apart" ADD CONSTRAINT "customers_apart_other_of" FOREIGN KEY ("account_id","other_id") REFERENCES "public"."customers"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "customer_merges_merged" ON "customer_merges" USING btree ("account_id","merged_id");--> statement-breakpoint
CREATE INDEX "customer_merges_kept" ON "customer_merges" USING btree ("account_id","kept_id","at");--> statement-breakpoint
CREATE INDEX "customers_apart_other" ON "customers_apart" USING btree ("account_id","other_id");--> statement-breakpoint
CREATE INDEX "friends_signed" ON "friends" USING btree ("account_id","signed_id") WHERE signed_id is not null;
--> statement-breakpoint
-- The second lock of 0001_tenancy for the tables that are new.
alter table customer_merges enable row level security;
--> statement-breakpoint
alter table customer_merges force row level security;
--> statement-breakpoint
create policy tenant on customer_merges using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
--> statement-breakpoint
alter table customers_apart enable row level security;
--> statement-breakpoint
alter table customers_apart force row level security;
--> statement-breakpoint
create policy tenant on customers_apart using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
