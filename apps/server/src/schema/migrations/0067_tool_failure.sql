ALTER TABLE "bot_tools" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "bot_tools" ADD COLUMN "failed_at" timestamp with time zone;
