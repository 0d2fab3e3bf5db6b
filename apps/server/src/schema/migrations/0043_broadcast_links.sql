ALTER TABLE "broadcasts" ADD COLUMN "link_tracking" text DEFAULT 'counted' NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD COLUMN "utm" jsonb;