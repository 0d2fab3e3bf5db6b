-- The spelling that a search of names compares: `foldForSearch` of the contract, in SQL.
create function fold_name(given text) returns text language sql immutable strict parallel safe as $$
  select translate(
    normalize(replace(regexp_replace(lower(normalize(given, NFKD)), '[\u0300-\u036f]', '', 'g'), 'đ', 'd'), NFC),
    'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
    'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ')
$$;
--> statement-breakpoint
CREATE TABLE "customer_contacts" (
	"account_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	"value" text NOT NULL,
	"normal" text,
	CONSTRAINT "customer_contacts_account_id_customer_id_kind_position_pk" PRIMARY KEY("account_id","customer_id","kind","position")
);
--> statement-breakpoint
CREATE TABLE "customer_events" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"by_kind" text NOT NULL,
	"by_id" uuid,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_events_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "customer_fields" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"label" text NOT NULL,
	"kind" text NOT NULL,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"hidden_from" text[] DEFAULT '{}' NOT NULL,
	"position" integer NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_fields_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "customer_tags" (
	"account_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	"exclusive_group_id" uuid,
	"by_kind" text NOT NULL,
	"by_id" uuid,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_tags_account_id_customer_id_tag_id_pk" PRIMARY KEY("account_id","customer_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "tag_groups" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"exclusive" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tag_groups_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"group_id" uuid,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"position" integer NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tags_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "display_name" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "kana" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "birthday" date;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "address" jsonb;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "fields" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "source" text DEFAULT 'channel' NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "last_wrote_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "shown_name" text GENERATED ALWAYS AS (coalesce(display_name, name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "searched" text GENERATED ALWAYS AS (fold_name(coalesce(display_name, '') || ' ' || name || ' ' || kana)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "friends" ADD COLUMN "consent" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_contacts" ADD CONSTRAINT "customer_contacts_customer" FOREIGN KEY ("account_id","customer_id") REFERENCES "public"."customers"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_events" ADD CONSTRAINT "customer_events_customer" FOREIGN KEY ("account_id","customer_id") REFERENCES "public"."customers"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tags" ADD CONSTRAINT "customer_tags_customer" FOREIGN KEY ("account_id","customer_id") REFERENCES "public"."customers"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_tags" ADD CONSTRAINT "customer_tags_tag_of" FOREIGN KEY ("account_id","tag_id") REFERENCES "public"."tags"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_group" FOREIGN KEY ("account_id","group_id") REFERENCES "public"."tag_groups"("account_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_contacts_normal" ON "customer_contacts" USING btree ("account_id","kind","normal");--> statement-breakpoint
CREATE INDEX "customer_events_customer" ON "customer_events" USING btree ("account_id","customer_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_fields_label" ON "customer_fields" USING btree ("account_id",lower(label)) WHERE archived_at is null;--> statement-breakpoint
CREATE INDEX "customer_tags_tag" ON "customer_tags" USING btree ("account_id","tag_id","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_tags_exclusive" ON "customer_tags" USING btree ("account_id","customer_id","exclusive_group_id") WHERE exclusive_group_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tag_groups_name" ON "tag_groups" USING btree ("account_id",lower(name));--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name" ON "tags" USING btree ("account_id",lower(name)) WHERE archived_at is null;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customers_name" ON "customers" USING btree ("account_id",lower(shown_name),"id");--> statement-breakpoint
CREATE INDEX "customers_made" ON "customers" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "customers_wrote" ON "customers" USING btree ("account_id",coalesce(last_wrote_at, 'epoch'::timestamptz),"id");--> statement-breakpoint
CREATE INDEX "customers_changed" ON "customers" USING btree ("account_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "customers_owner" ON "customers" USING btree ("account_id","owner_id");--> statement-breakpoint
CREATE INDEX "friends_customer" ON "friends" USING btree ("account_id","customer_id");--> statement-breakpoint
-- Row-level security holds for the owner of the tables, too: without a scope nothing would be updated.
select set_config('app.scope', 'system', true);
--> statement-breakpoint
update customers c set last_wrote_at = f.at from (select account_id, customer_id, max(last_wrote_at) as at from friends group by 1, 2) f
where f.account_id = c.account_id and f.customer_id = c.id and f.at is not null;
--> statement-breakpoint
-- The second lock of 0001_tenancy for the tables that are new.
alter table customer_contacts enable row level security;
--> statement-breakpoint
alter table customer_contacts force row level security;
--> statement-breakpoint
create policy tenant on customer_contacts using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
--> statement-breakpoint
alter table customer_events enable row level security;
--> statement-breakpoint
alter table customer_events force row level security;
--> statement-breakpoint
create policy tenant on customer_events using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
--> statement-breakpoint
alter table customer_fields enable row level security;
--> statement-breakpoint
alter table customer_fields force row level security;
--> statement-breakpoint
create policy tenant on customer_fields using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
--> statement-breakpoint
alter table customer_tags enable row level security;
--> statement-breakpoint
alter table customer_tags force row level security;
--> statement-breakpoint
create policy tenant on customer_tags using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
--> statement-breakpoint
alter table tag_groups enable row level security;
--> statement-breakpoint
alter table tag_groups force row level security;
--> statement-breakpoint
create policy tenant on tag_groups using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
--> statement-breakpoint
alter table tags enable row level security;
--> statement-breakpoint
alter table tags force row level security;
--> statement-breakpoint
create policy tenant on tags using (
  account_id = nullif(current_setting('app.account_id', true), '')::uuid
  or current_setting('app.scope', true) = 'system');
