ALTER TABLE "broadcast_channels" ADD COLUMN "is_counted" boolean;--> statement-breakpoint
ALTER TABLE "broadcast_channels" ADD COLUMN "sums" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcast_channels" ADD COLUMN "sums_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "broadcast_channels_sums" ON "broadcast_channels" USING btree ("sums_at") WHERE sums_at is not null;