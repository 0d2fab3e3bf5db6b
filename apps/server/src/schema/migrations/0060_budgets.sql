CREATE TABLE "budgets" (
	"account_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"bot_id" uuid,
	"api_key_id" uuid,
	"period" text NOT NULL,
	"limit_tokens" bigint NOT NULL,
	"action" text NOT NULL,
	"spent" bigint NOT NULL,
	"starts_on" date NOT NULL,
	"reached_on" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "budgets_account_id_id_pk" PRIMARY KEY("account_id","id"),
	CONSTRAINT "budgets_one" UNIQUE NULLS NOT DISTINCT("account_id","bot_id","api_key_id","period")
);
--> statement-breakpoint
ALTER TABLE "token_reservations" ADD COLUMN "bot_id" uuid;--> statement-breakpoint
ALTER TABLE "token_reservations" ADD COLUMN "api_key_id" uuid;--> statement-breakpoint
ALTER TABLE "token_waits" ADD COLUMN "bot_id" uuid;--> statement-breakpoint
ALTER TABLE "token_waits" ADD COLUMN "api_key_id" uuid;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_account" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_bot" FOREIGN KEY ("account_id","bot_id") REFERENCES "public"."bots"("account_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "budgets" ADD CONSTRAINT "budgets_api_key" FOREIGN KEY ("account_id","api_key_id") REFERENCES "public"."api_keys"("account_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
select set_config('app.scope', 'system', true);
--> statement-breakpoint
-- Monthly budgets of bots stood in their settings, those of keys beside the key; both counted by months of UTC. What this
-- month of the account's zone has taken is read from the ledger.
insert into budgets (account_id, id, bot_id, period, limit_tokens, action, spent, starts_on)
select b.account_id, gen_random_uuid(), b.id, 'month', s.budget,
  case when s.cheaper is null then 'pause' else 'cheaper' end,
  (select coalesce(-sum(e.tokens), 0) from ledger_entries e where e.account_id = b.account_id and e.bot_id = b.id
    and e.kind = 'call' and e.created_at >= date_trunc('month', now(), a.time_zone)),
  date_trunc('month', now() at time zone a.time_zone)::date
from bots b join accounts a on a.id = b.account_id
  cross join lateral (select (c->>'monthlyBudget')::bigint as budget, c->>'cheaperServiceUuid' as cheaper
    from (select case when b.version = 0 then coalesce(b.draft->'settings', b.settings) else b.settings end as c) c) s
where s.budget is not null;
--> statement-breakpoint
insert into budgets (account_id, id, api_key_id, period, limit_tokens, action, spent, starts_on)
select k.account_id, gen_random_uuid(), k.id, 'month', k.monthly_budget, 'pause',
  (select coalesce(-sum(e.tokens), 0) from ledger_entries e where e.account_id = k.account_id and e.api_key_id = k.id
    and e.kind = 'call' and e.created_at >= date_trunc('month', now(), a.time_zone)),
  date_trunc('month', now() at time zone a.time_zone)::date
from api_keys k join accounts a on a.id = k.account_id
where k.monthly_budget is not null and k.revoked_at is null;
--> statement-breakpoint
update bots set settings = settings - 'monthlyBudget',
  draft = case when draft->'settings' is null then draft else draft #- '{settings,monthlyBudget}' end
where settings ? 'monthlyBudget' or draft->'settings' ? 'monthlyBudget';
--> statement-breakpoint
update bot_versions set config = config #- '{settings,monthlyBudget}' where config->'settings' ? 'monthlyBudget';
--> statement-breakpoint
select set_config('app.scope', '', true);
--> statement-breakpoint
alter table budgets enable row level security;
--> statement-breakpoint
alter table budgets force row level security;
--> statement-breakpoint
create policy tenant on budgets using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
-- Compared once for each statement instead of once for each row, as in 0058: every answer writes and reads these.
alter policy tenant on token_balances using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter policy tenant on token_reservations using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
--> statement-breakpoint
alter policy tenant on token_waits using (
  account_id = (select nullif(current_setting('app.account_id', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'system');
