ALTER TABLE "broadcast_channels" ADD COLUMN "bodies" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD COLUMN "variant" smallint DEFAULT 0;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "ab_test" jsonb;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "winner" smallint;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "winner_by" text;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "winner_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "decide_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "broadcasts_deciding" ON "broadcasts" USING btree ("decide_at") WHERE state = 'waiting';--> statement-breakpoint
UPDATE "broadcast_channels" SET "bodies" = jsonb_build_object('0', "body") WHERE "body" IS NOT NULL;--> statement-breakpoint
-- contract: no released version has broadcasts
ALTER TABLE "broadcast_channels" DROP COLUMN "body";
