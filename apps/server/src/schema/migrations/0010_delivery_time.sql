ALTER TABLE "outbox" ADD COLUMN "concluded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "trying_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "outbox_unconfirmed" ON "outbox" USING btree ("account_id","channel_id","message_id") WHERE state = 'unconfirmed';--> statement-breakpoint
UPDATE "outbox" SET "concluded" = "attempts" WHERE "state" IN ('pending', 'sending');
